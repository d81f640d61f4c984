// Quits as AppKit does, and prints what happened: `quit menu|event|timer|task|block now|later|twice`.

import DelegatesOnAppKit
import Foundation
import LifecycleBusOnAppKit
import StandInAppKit

final class AppDelegate: LifecycleAppDelegate, NSTerminationDelegate {
  override class func makeMediator() -> AppLifecycleMediator {
    AppLifecycleMediator(policy: .lifecycle) { Upload(isEndless: answer == "twice") }
  }
}

/// `Upload` of the page "Getting started"; it sends until the second Quit if that is to end it.
final class Upload: AppLifecycleListener {
  private weak var mediator: AppLifecycleMediator?
  let isEndless: Bool

  init(isEndless: Bool) { self.isEndless = isEndless }

  func onAttach(to mediator: AppLifecycleMediator) { self.mediator = mediator }

  func onAppDidEnterBackground() {
    let hold = mediator?.hold("upload")
    Task {
      repeat { try? await Task.sleep(for: .milliseconds(20)) } while isEndless
      print("sent")
      hold?.release()
    }
  }
}

/// Answers Quit later, with yes.
final class Question: AppTerminationDeciding {
  func onAppShouldTerminate() -> AppTerminationReply { .later }
  func onAppDecideTermination() async -> Bool {
    try? await Task.sleep(for: .milliseconds(20))
    print("asked")
    return true
  }
}

let (origin, answer) = (CommandLine.arguments[1], CommandLine.arguments[2])
// A hang ends here, and not in a kill of the whole test run.
Thread.detachNewThread {
  Thread.sleep(forTimeInterval: 60)
  print("hangs")
  exit(1)
}
let application = NSApplication()
let delegate = AppDelegate()
if answer == "later" { delegate.mediator.attach(Question()) }
delegate.mediator.onAnomaly = {
  if case .holdsExpired(let names) = $0 { print("expired \(names)") }
}
delegate.mediator.post(.didFinishLaunching)
delegate.mediator.post(.didBecomeActive)
delegate.mediator.on { print($0.event, $0.origin) }
application.delegate = delegate
// The time limit ends nothing here; a hang does.
delegate.requestDeadline = .seconds(3_600)

@MainActor func quit() { application.terminate(nil) }

switch origin {
case "menu": application.events = [quit]
case "event":
  application.events = [
    {
      NSAppleEventManager.shared().currentAppleEvent = NSAppleEventDescriptor()
      quit()
    }
  ]
case "timer":
  RunLoop.main.add(
    Timer(timeInterval: 0.01, repeats: false) { _ in MainActor.assumeIsolated { quit() } },
    forMode: .default)
case "task": Task { quit() }
default: DispatchQueue.main.async { MainActor.assumeIsolated { quit() } }
}
if answer == "twice" {
  RunLoop.main.add(
    // Foundation for Linux fires a timer at once that is made with its interval alone.
    Timer(fire: .now + 1.5, interval: 0, repeats: false) { _ in
      MainActor.assumeIsolated { quit() }
    },
    forMode: .default)
}
application.run()
print("quit")
