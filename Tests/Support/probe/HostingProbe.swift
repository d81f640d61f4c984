import Foundation
import LifecycleBus
import TestSupport

/// Checks the delivery of a mediator where the main queue is drained in different ways. Usage:
/// HostingProbe MODE, with one of the modes below.
@MainActor
func hostingProbe() {
  // Ends the program if it hangs, so that no test leaves one behind.
  DispatchQueue.global().asyncAfter(deadline: .now() + 60) { exit(2) }

  switch CommandLine.arguments.dropFirst().first {
  case "top-level":
    let check = HostingCheck()
    check.post()
    // What is posted here comes after what was posted elsewhere before.
    RemotePoster(check.center).postHere(.willTerminate)
    print("the last: \(check.heard.removeLast())")
    check.report()

  case "run-loop":
    RunLoop.main.perform { MainActor.assumeIsolated { HostingCheck().post { exit(0) } } }
    RunLoop.main.run()

  case "dispatch-main":
    DispatchQueue.main.async { HostingCheck().post { exit(0) } }
    dispatchMain()

  case "async-main":
    run {
      // Off Apple platforms the main actor leaves the main thread when it is suspended first. A task
      // that has ended before it is waited for suspends nothing.
      repeat { await Task.detached {}.value } while HostingCheck.isOnMainThread && !isDarwin
      let heard = Gate()
      HostingCheck().post { heard.open() }
      await heard.wait()
    }

  case "other-queue":
    let check = HostingCheck()
    DispatchQueue(label: "other").sync { MainActor.assumeIsolated { check.postHere() } }

  case "order":
    let center = NotificationCenter()
    let mediator = AppLifecycleMediator(notificationCenter: center)
    var order: [Int] = []
    for number in 0..<100 {
      mediator.on { _ in order.append(number) }
    }
    center.post(.didBecomeActive)
    print("\(order.map(String.init).joined(separator: " ")), hash \("".hashValue)")

  default:
    preconditionFailure("No such mode.")
  }
}

#if canImport(Darwin)
  private let isDarwin = true
#else
  private let isDarwin = false
#endif

/// Posts on the main actor and elsewhere, and prints how a mediator delivers it.
@MainActor
private final class HostingCheck {
  static var isOnMainThread: Bool { Thread.isMainThread }
  /// The events that another thread posts, in this order.
  private static let elsewhere: [AppLifecycleEvent] = [
    .didBecomeActive, .willResignActive, .didEnterBackground,
  ]
  let center = NotificationCenter()
  var heard: [AppLifecycleEvent] = []
  private let mediator: AppLifecycleMediator
  private var anomalies: [AppLifecycleAnomaly] = []
  private var onLast: @MainActor () -> Void = {}

  init() {
    mediator = AppLifecycleMediator(notificationCenter: center)
    mediator.onAnomaly = { [unowned self] in anomalies.append($0) }
    mediator.on { [unowned self] context in
      heard.append(context.event)
      if context.event == Self.elsewhere.last {
        onLast()
      }
    }
  }

  /// Makes raw posts here, and then on another thread while this one waits. Reports once the last one
  /// has been delivered, and then acts, if there is something to do.
  func post(then finish: (@MainActor () -> Void)? = nil) {
    print("main thread: \(Self.isOnMainThread)")
    if let finish {
      onLast = {
        self.report()
        finish()
      }
    }

    postHere()
    heard = []
    anomalies = []
    RemotePoster(center).postElsewhere(Self.elsewhere)
    print("while the main actor is busy: \(heard.count)")
  }

  func postHere() {
    RemotePoster(center).postHere(.didFinishLaunching)
    print("here: \(heard.map(\.rawValue).joined(separator: " ")), anomalies: \(anomalies.count)")
  }

  func report() {
    print("elsewhere: \(heard.map(\.rawValue).joined(separator: " "))")
    print("in order, each reported: \(anomalies == Self.elsewhere.map { .postedOffMain($0) })")
  }
}
