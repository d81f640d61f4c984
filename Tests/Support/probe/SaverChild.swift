import Foundation
import LifecycleBus
import Listeners
import TestSupport

// A child process for the tests of saved states. It is killed, fails in its system calls, or ends in
// order.
//
//   SaverChild count <file> <name>
//     Counts under its name in a file that a second process counts in too, until it is killed or its
//     input ends. Now and then it changes nothing, and saves all the same. Prints "kept" with each
//     count that is on the disk.
//   SaverChild once <file> <word> [wait]
//     Prints "restored" and what it has found, saves one word more, prints "saved" or the error, and
//     with "wait" waits for a line.
//   SaverChild ways <folder>
//     Saves in every way there is, and prints "kept" with the words that are on the disk.
//   SaverChild back <file>
//     Saves A, then B, then A again. Prints each result, and after B and A what is in the file.
//   SaverChild forks <file>
//     Saves, forks a child that runs no program of its own, prints its number, and aborts.

@MainActor
func saverChild() async throws {
  let arguments = Array(CommandLine.arguments.dropFirst())
  let url = URL(fileURLWithPath: arguments.last ?? "")
  expose(to: SIGXFSZ)

  switch arguments.first {
  case "count":
    await count(in: URL(fileURLWithPath: arguments[1]), as: arguments[2])
  case "once":
    await saveOnce(
      in: URL(fileURLWithPath: arguments[1]), arguments[2], waits: arguments.count > 3)
  case "ways":
    await saveInEveryWay(in: url)
  case "back":
    await saveAnEarlierStateAgain(in: url)
  case "forks":
    try forkAndAbort(with: url)
  default:
    preconditionFailure("SaverChild: \(arguments) is not known.")
  }
}

@MainActor
private func outcome(_ save: @MainActor () async throws -> Void) async -> String {
  do {
    try await save()
    return "saved"
  } catch {
    return (error as? ListenerFileError).map { "\($0.code)" } ?? "\(error)"
  }
}

@MainActor
private func saveOnce(in file: URL, _ word: String, waits: Bool) async {
  let saver = StateSaver(file: file, initial: [String]())
  say("restored \(saver.state.joined(separator: ",")) \(saver.restoration)")

  saver.state.append(word)
  say(await outcome { try saver.saveAndWait() })

  if waits {
    _ = readLine()
  }
  withExtendedLifetime(saver) {}
}

@MainActor
private func forkAndAbort(with file: URL) throws {
  let saver = StateSaver(file: file, initial: 1)
  try saver.saveAndWait()

  let child = fork()
  if child == 0 {
    // The test waits for the end of the output.
    for number: Int32 in 0...2 {
      close(number)
    }
    waitForASignal()
  }

  say("\(child)")
  withExtendedLifetime(saver) { abort() }
}

/// Counts that were joined are the higher ones.
@MainActor
private func count(in file: URL, as name: String) async {
  let saver = StateSaver(file: file, initial: [String: Int]())
  saver.onRestore = { $0.merging($1) { max($0, $1) } }
  say("restored \(saver.restoration)")
  endWithInput()

  // One of two stays idle until the file is its own.
  var hasFile = Bool.random()
  while !hasFile {
    hasFile = await save(saver)
  }

  while true {
    for _ in 0..<Int.random(in: 0...20) {
      _ = await save(saver)
    }

    for _ in 0..<Int.random(in: 1...20) {
      saver.state[name, default: 0] += 1
      let isSaved = await save(saver)
      if isSaved {
        say("kept \(saver.state[name, default: 0])")
      }
    }
  }
}

/// Saves in one of the ways of hearing that a state is on the disk.
@MainActor
private func save(_ saver: StateSaver<[String: Int]>) async -> Bool {
  do throws(ListenerFileError) {
    if Bool.random() {
      try saver.saveAndWait()
    } else {
      try await saver.save()
    }
    return true
  } catch {
    if error.code != .inUse {
      say("problem \(error)")
    }
    usleep(1_000)
    return false
  }
}

@MainActor
private func saveInEveryWay(in folder: URL) async {
  let saver = StateSaver(file: folder.appending(path: "new/words.json"), initial: [String]())
  say("restored \(saver.state.joined(separator: ",")) \(saver.restoration)")

  await saveByCalls(saver)
  await saveSoon(saver)
  await saveByEvents(saver)
  say("done")
}

@MainActor
private func addWord(to saver: StateSaver<[String]>) {
  saver.state.append("word \(saver.state.count + 1)")
}

@MainActor
private func report(_ outcome: String, of saver: StateSaver<[String]>) {
  if outcome == "saved" {
    say("kept \(saver.state.count)")
  } else {
    say("refused \(outcome)")
  }
}

@MainActor
private func saveByCalls(_ saver: StateSaver<[String]>) async {
  addWord(to: saver)
  for _ in 0..<2 {
    let outcome = await outcome { try await saver.save() }
    report(outcome, of: saver)
    // The same state is saved again, if it was refused.
    if outcome == "saved" { break }
  }

  addWord(to: saver)
  report(await outcome { try saver.saveAndWait() }, of: saver)
}

@MainActor
private func saveSoon(_ saver: StateSaver<[String]>) async {
  let (saves, continuation) = AsyncStream.makeStream(of: Void.self)
  saver.onSave = { result in
    switch result {
    case .success:
      report("saved", of: saver)
    case .failure(let error):
      report("\(error.code)", of: saver)
    }
    continuation.yield()
  }

  addWord(to: saver)
  saver.saveSoon(after: .zero)

  var iterator = saves.makeAsyncIterator()
  await iterator.next()
}

@MainActor
private func saveByEvents(_ saver: StateSaver<[String]>) async {
  let mediator = AppLifecycleMediator(
    listeners: [saver], policy: .balanced, notificationCenter: NotificationCenter())
  for event in AppLifecycleScenario.coldLaunchWithScenes.events {
    mediator.post(event)
  }

  addWord(to: saver)
  mediator.post(.didEnterBackground)
  await mediator.waitForHolds(upTo: .seconds(20))

  addWord(to: saver)
  mediator.post(.willTerminate)
}

@MainActor
private func saveAnEarlierStateAgain(in file: URL) async {
  let saver = StateSaver(file: file, initial: "")

  func save(_ word: String) async {
    saver.state = word
    let outcome = await outcome { try saver.saveAndWait() }
    say("\(word) \(outcome)")
  }

  /// As another saver reads it.
  func sayWhatTheFileHas() {
    say("the file has \(StateSaver(file: file, initial: "nothing").state)")
  }

  await save("A")
  await save("B")
  sayWhatTheFileHas()
  await save("A")
  sayWhatTheFileHas()
}

/// Swift hides `fork`, because a child of several threads can do little.
func fork() -> Int32 {
  guard let symbol = dlsym(nil, "fork") else { return -1 }
  return unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)()
}
