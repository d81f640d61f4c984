// Quits as AppKit does, and prints what happened: `quit menu|event|timer|task|block now|later|twice`.

import DelegatesOnAppKit
import Foundation
import LifecycleBusOnAppKit
import StandInAppKit

final class AppDelegate: LifecycleAppDelegate, NSTerminationDelegate {
  override class func makeMediator() -> AppLifecycleMediator {
    AppLifecycleMediator(policy: .balanced) { Upload(isEndless: answer == "twice") }
  }
}

/// `Upload` of the page "Getting started"; if it is endless, only the second Quit ends it.
final class Upload: AppLifecycleListener {
  private weak var mediator: AppLifecycleMediator?
  private var hold: AppLifecycleHold?
  let isEndless: Bool

  init(isEndless: Bool) { self.isEndless = isEndless }

  func onAttach(to mediator: AppLifecycleMediator) { self.mediator = mediator }

  func onAppDidEnterBackground() {
    hold = mediator?.hold("upload")
    if isEndless { return }
    Task {
      await turns()
      print("sent")
      hold?.release()
    }
  }
}

/// Lets the main queue have some turns.
func turns() async {
  for _ in 0..<20 {
    await Task.yield()
  }
}

/// Answers Quit later, with yes.
final class Question: AppTerminationDeciding {
  func onAppShouldTerminate() -> AppTerminationReply { .later }
  func onAppDecideTermination() async -> Bool {
    await turns()
    print("asked")
    return true
  }
}

let origin = CommandLine.arguments[1]
let answer = CommandLine.arguments[2]
// A hang ends here, and not in a kill of the whole test run.
alarm(240)

let application = NSApplication()
let delegate = AppDelegate()
if answer == "later" {
  delegate.mediator.attach(Question())
}
delegate.mediator.onAnomaly = { anomaly in
  guard case .holdsExpired(let names) = anomaly else { return }
  print("expired \(names)")
}

delegate.mediator.post(.didFinishLaunching)
delegate.mediator.post(.didBecomeActive)
delegate.mediator.on { print($0.event, $0.origin) }
application.delegate = delegate
// The time limit ends nothing here; a hang does.
delegate.requestDeadline = .seconds(3_600)

@MainActor func quit() { application.terminate(nil) }

@MainActor func quitLater(_ seconds: TimeInterval) {
  RunLoop.main.add(
    // Foundation for Linux fires a timer at once that is made with its interval alone.
    Timer(fire: .now + seconds, interval: 0, repeats: false) { _ in
      MainActor.assumeIsolated { quit() }
    },
    forMode: .default)
}

// Within a second of the first Quit it would be a key that is held down.
if answer == "twice" {
  delegate.mediator.on(.willTerminate) { _ in quitLater(1.1) }
}

switch origin {
case "menu":
  application.events = [quit]
case "event":
  application.events = [
    {
      NSAppleEventManager.shared().currentAppleEvent = NSAppleEventDescriptor()
      quit()
    }
  ]
case "timer":
  quitLater(0.01)
case "task":
  Task { quit() }
default:
  DispatchQueue.main.async {
    MainActor.assumeIsolated { quit() }
  }
}

application.run()
print("quit")
