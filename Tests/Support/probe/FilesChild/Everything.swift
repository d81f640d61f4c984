import Foundation
import LifecycleBus
import Listeners

/// Uses all that keeps files or sends messages, one after the other, and says how each went. For
/// the tests that let a system call fail.
@MainActor
func useEverything(in folder: URL, socket: String) async {
  let saver = StateSaver(file: folder.appending(path: "words.state"), initial: [String]())
  for problem in saver.restoration.problems { say("problem \(problem.code.rawValue)") }
  say("restored \(saver.restoration.source.rawValue)")
  for word in ["one", "two", "three"] {
    saver.state.append(word)
    do {
      try saver.saveAndWait()
      say("saved \(saver.state.joined(separator: ","))")
    } catch {
      say("refused \(error.code.rawValue)")
    }
  }

  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(policy: .lifecycle, notificationCenter: center)
  let recorder = FlightRecorder(file: folder.appending(path: "flight"))
  mediator.probe = recorder
  let detector = TerminationDetector(file: folder.appending(path: "last-run"))
  detector.onProblem = { say("problem \($0.code.rawValue)") }
  mediator.attach(detector)
  mediator.attach(SessionTracker(.file(folder.appending(path: "session"))))
  let notifier = SystemdNotifier(environment: ["NOTIFY_SOCKET": socket])
  notifier.onError = { error in
    if case .sendFailed = error { say("unsent sendFailed") } else { say("unsent \(error)") }
  }
  mediator.attach(notifier)
  for event in AppLifecycleScenario.coldLaunchWithScenes.events { center.post(event) }
  center.post(.willTerminate)
  await mediator.waitForHolds(upTo: .seconds(20))

  do {
    try recorder.recording.write(\.jsonLines, to: folder.appending(path: "new/flight.jsonl"))
    say("written")
    if let problem = recorder.problem { say("problem \(problem.code.rawValue)") }
  } catch {
    say("refused \(error.code.rawValue)")
  }
  withExtendedLifetime(mediator) {}
  say("done")
}
