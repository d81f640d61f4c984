import Foundation

#if canImport(Darwin)
  import Darwin
#endif

/// A file that stays open. Other code may close it, and then its number may mean another file.
///
/// Its position, which nothing here moves, tells. `fstat` would cost more: once a file's times have
/// been read, Linux notes new ones at the next write.
struct OpenedFile: Equatable, Sendable {
  let number: Int32
  private let position = off_t.random(in: 1 << 20..<1 << 31)

  init(_ number: Int32) {
    self.number = number
    lseek(number, position, SEEK_SET)
  }

  var isOpen: Bool { lseek(number, 0, SEEK_CUR) == position }

  func end() {
    if isOpen {
      close(number)
    }
  }
}
