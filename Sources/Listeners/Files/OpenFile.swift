/// A file that stays open until the object is released, and so does its lock, if it has one.
final class OpenFile: Sendable {
  let file: DurableFile
  let descriptor: FileDescriptor

  init(_ file: DurableFile, _ descriptor: consuming FileDescriptor) {
    self.file = file
    self.descriptor = descriptor
  }

  /// Whether a file that belongs to one process is locked for its life.
  ///
  /// Not where only one copy of an app runs, because such a system ends an app that is suspended
  /// with a lock on a file in a shared container.
  #if (os(iOS) && !targetEnvironment(macCatalyst)) || os(tvOS) || os(watchOS) || os(visionOS)
    static let locksForLife = false
  #else
    static let locksForLife = true
  #endif
}
