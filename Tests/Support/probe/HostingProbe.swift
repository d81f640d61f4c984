import Foundation
import LifecycleBus
import TestSupport

/// Code on the main thread, with nothing that drains the main queue until a mode starts it. Usage:
/// HostingProbe MODE, with one of the modes below.
@MainActor
func hostingProbe() {
  // Ends the program if it hangs, so that no test leaves one behind.
  DispatchQueue.global().asyncAfter(deadline: .now() + 60) { exit(2) }

  switch CommandLine.arguments.dropFirst().first {
  case "top-level":
    let check = HostingCheck()
    print("main thread: \(Thread.isMainThread)")
    check.postHere()
    check.postElsewhere()
    check.postHereAfterElsewhere()
  case "run-loop":
    let check = HostingCheck()
    print("main thread: \(Thread.isMainThread)")
    RunLoop.main.perform {
      MainActor.assumeIsolated {
        check.postHere()
        check.postElsewhere()
        check.whenHeard {
          check.reportElsewhere()
          exit(0)
        }
      }
    }
    RunLoop.main.run()
  case "dispatch-main":
    DispatchQueue.main.async {
      let check = HostingCheck()
      print("main thread: \(Thread.isMainThread)")
      check.postHere()
      check.postElsewhere()
      check.whenHeard {
        check.reportElsewhere()
        exit(0)
      }
    }
    dispatchMain()
  case "other-queue":
    let check = HostingCheck()
    DispatchQueue(label: "other").sync {
      MainActor.assumeIsolated { check.postHere() }
    }
  case "order":
    let center = NotificationCenter()
    let mediator = AppLifecycleMediator(notificationCenter: center)
    var order: [Int] = []
    for number in 0..<100 { mediator.on { _ in order.append(number) } }
    center.post(.didBecomeActive)
    print("\(order.map(String.init).joined(separator: " ")), hash \("".hashValue)")
  default:
    print(
      "Which mode? top-level, run-loop, dispatch-main, other-queue or order.")
    exit(1)
  }
}
