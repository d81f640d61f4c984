import Foundation
import LifecycleBus
import Listeners

/// Saves a state in every way there is, one word more each time, and says "kept" with the generation
/// as soon as the saver says that it is on the disk.
@MainActor
func acknowledgeStates(in file: URL) async throws {
  let saver = StateSaver(file: file, initial: [String]())
  for problem in saver.restoration.problems { say("problem \(problem.code.rawValue)") }
  func addWord() { saver.state.append("word \(saver.state.count + 1)") }
  addWord()
  say("kept \(try await saver.save())")
  addWord()
  say("kept \(try saver.saveAndWait())")

  let (saves, continuation) = AsyncStream.makeStream(of: Void.self)
  saver.onSave = { result in
    if case .success(let generation) = result { say("kept \(generation)") }
    continuation.yield()
  }
  addWord()
  saver.saveSoon(after: .zero)
  var iterator = saves.makeAsyncIterator()
  await iterator.next()

  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(policy: .lifecycle, notificationCenter: center)
  mediator.attach(saver)
  for event in AppLifecycleScenario.coldLaunchWithScenes.events { center.post(event) }
  addWord()
  center.post(.didEnterBackground)
  await mediator.waitForHolds(upTo: .seconds(20))
  addWord()
  center.post(.willTerminate)
  withExtendedLifetime(mediator) {}
}

/// Opens or continues a session, and says "kept" with its identity when the hold of the way to the
/// background was released; then ends in order, if it should, between "ends" and "ended".
@MainActor
func acknowledgeSession(in file: URL, ends: Bool) async {
  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(policy: .lifecycle, notificationCenter: center)
  let sessions = SessionTracker(.file(file), timeout: .seconds(3600))
  mediator.attach(sessions)
  for event in AppLifecycleScenario.coldLaunchWithScenes.events { center.post(event) }
  let identity = sessions.current.map { "\($0.id)" } ?? "none"
  say("opened \(identity)")
  center.post(.didEnterBackground)
  await mediator.waitForHolds(upTo: .seconds(20))
  say("kept \(identity)")
  guard ends else { return }
  say("ends \(identity)")
  center.post(.willTerminate)
  say("ended \(identity)")
  withExtendedLifetime(mediator) {}
}
