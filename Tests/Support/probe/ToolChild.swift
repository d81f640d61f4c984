// The streams of C are variables there, which the library sets before `main` and never again.
@preconcurrency import Foundation
import LifecycleBus
import LifecycleBusSignals

/// Small tools, as a page shows them. The first argument says which.
@MainActor
func toolChild() async throws {
  let mediator = AppLifecycleMediator(policy: .balanced)
  let source = ProcessSignalSource(mediator: mediator)
  let words = Array(CommandLine.arguments.dropFirst())

  switch words.first {
  case "write":
    let writer = Writer(rawValue: words[1]) ?? .print
    try await source.run {
      if words[2] == "off" {
        try await writer.writeElsewhere()
      } else {
        try await writer.writeHere()
      }
    }

  case "ask":
    try await source.run {
      say("asked")
      print("Name: ", terminator: "")
      let name = try await StandardInput.readLine()
      print("Hello, \(name ?? "nobody")!")
    }

  case "lines":
    try await source.run {
      while let line = try await StandardInput.readLine() {
        print("<\(line)>")
      }
    }

  case "count":
    try await source.run { try await count(isSwift: words.last == "swift") }

  case "together":
    try await source.run { try await readTogether() }

  case "give-up":
    try await source.run { try await giveUpAndReadOn() }

  case "twice":
    try await runTwice()

  default:
    preconditionFailure("ToolChild: \(words) is not known.")
  }
}

/// Writes line after line, for ever.
private enum Writer: String, Sendable {
  case print, data, log

  func writeHere() async throws {
    while !Task.isCancelled {
      try write()
      await Task.yield()
    }
  }

  @concurrent
  func writeElsewhere() async throws {
    while !Task.isCancelled {
      try write()
    }
  }

  private func write() throws {
    switch self {
    case .print:
      Swift.print("a line")
    case .data:
      try FileHandle.standardOutput.write(contentsOf: Data("a line\n".utf8))
    case .log:
      // As swift-log's handler for streams.
      fputs("a line\n", stdout)
      fflush(stdout)
    }
  }
}

private func count(isSwift: Bool) async throws {
  var count = 0
  if isSwift {
    while Swift.readLine() != nil {
      count += 1
    }
  } else {
    while try await StandardInput.readLine() != nil {
      count += 1
    }
  }
  print(count)
}

/// Two callers at once.
private func readTogether() async throws {
  async let first = StandardInput.readLine()
  async let second = StandardInput.readLine()
  let lines = try await [first, second].compactMap { $0 }
  print(lines.sorted().joined(separator: " "))
}

/// What is typed after a read was given up is for the next read.
private func giveUpAndReadOn() async throws {
  let read = Task { try await StandardInput.readLine() }
  await Task.yield()
  read.cancel()
  let isGivenUp = (try? await read.value) == nil
  say("given up \(isGivenUp)")
  say(try await StandardInput.readLine() ?? "nothing")
}

/// As a test of a command does: each run has a mediator and a source of its own.
@MainActor
private func runTwice() async throws {
  for number in 1...2 {
    let mediator = AppLifecycleMediator(policy: .balanced)
    mediator.on(.didBecomeActive, .willTerminate) { say("\(number) \($0.event)") }
    let source = ProcessSignalSource(mediator: mediator)
    try await source.run { say("\(number) \(source.isEnding)") }
    try await expectEnd(of: source)
  }
}

@MainActor
private func expectEnd(of source: ProcessSignalSource) async throws {
  source.onEnding { say("late") }
  say("ended \(source.isEnding)")
}
