import Foundation

/// The lines of standard input, read on a thread of their own: the main actor stays free while the user thinks.
func linesOfStandardInput() -> AsyncStream<String> {
  AsyncStream { continuation in
    Thread.detachNewThread {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
  }
}
