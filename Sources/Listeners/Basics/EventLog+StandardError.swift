import Foundation

extension EventLog {
  /// Writes to standard error; drops a line whose write would block, fail or raise a signal.
  public static var standardErrorSink: Sink {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl) || canImport(Android)
      return { try DescriptorWriter(descriptor: 2).write($0 + "\n") }
    #else
      return { try FileHandle.standardError.write(contentsOf: Data(($0 + "\n").utf8)) }
    #endif
  }
}
