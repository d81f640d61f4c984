// `stdin` is a variable, which no other code sets.
@preconcurrency import Foundation
import LifecycleBusSignals

/// What a line of standard input costs by `LineInput`, beside `readLine()` and beside a stream that
/// a thread feeds line by line.
///
/// Prints `ratio NAME VALUE`: the median of the ratios of the rounds, in each of which all have
/// their turn.
@main
struct LineBenchmark {
  static let count = 300_000

  static func main() async throws {
    let text = Data((0..<count).map { "line \($0)\n" }.joined().utf8)
    let file = FileManager.default.temporaryDirectory.appending(path: "lines-\(UUID().uuidString)")
    try text.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    for kind in ["file", "pipe"] {
      var ratios: (plain: [Double], stream: [Double]) = ([], [])
      for _ in 0..<11 {
        var times: [Double] = []
        for take in [takePlainly, takeFromInput, takeFromStream] {
          try open(file, text, as: kind)
          let start = ContinuousClock.now
          let lines = await take()
          times.append(start.duration(to: .now) / .seconds(1))
          precondition(lines == count, "\(lines) of \(count) lines came.")
        }
        ratios.plain.append(times[1] / times[0])
        ratios.stream.append(times[1] / times[2])
      }
      show("\(kind)_lines_to_readline", ratios.plain, goal: 6)
      show("\(kind)_lines_to_stream", ratios.stream, goal: 0.5)
    }
  }

  @MainActor static func takePlainly() async -> Int {
    var lines = 0
    while readLine() != nil { lines += 1 }
    return lines
  }

  @MainActor static func takeFromInput() async -> Int {
    var lines = 0
    for await _ in LineInput().lines { lines += 1 }
    return lines
  }

  @MainActor static func takeFromStream() async -> Int {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
    var lines = 0
    for await _ in stream { lines += 1 }
    return lines
  }

  /// Makes the text standard input: a file, or a pipe that a thread fills.
  static func open(_ file: URL, _ text: Data, as kind: String) throws {
    let input: FileHandle
    if kind == "file" {
      input = try FileHandle(forReadingFrom: file)
    } else {
      let pipe = Pipe()
      input = pipe.fileHandleForReading
      Thread.detachNewThread {
        try? pipe.fileHandleForWriting.write(contentsOf: text)
        try? pipe.fileHandleForWriting.close()
      }
    }
    // The end of the file that was read before is forgotten, too.
    clearerr(stdin)
    precondition(dup2(input.fileDescriptor, 0) == 0, "Standard input cannot be replaced.")
  }

  static func show(_ name: String, _ ratios: [Double], goal: Double) {
    let ratio = ratios.sorted()[ratios.count / 2]
    let verdict = ratio <= goal ? "" : ", missed"
    print("ratio \(name) \(String(format: "%.2f", ratio)) (goal \(goal)\(verdict))")
  }
}
