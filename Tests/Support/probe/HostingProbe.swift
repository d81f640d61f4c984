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

/// An async main after its first suspension: off Apple platforms the main actor has left the main
/// thread by then.
enum AsyncHostingProbe {
  @MainActor
  static func main() async {
    DispatchQueue.global().asyncAfter(deadline: .now() + 60) { exit(2) }
    await Task.detached {}.value
    #if !canImport(Darwin)
      // A task that has ended before it is waited for suspends nothing.
      while onMainThread() { await Task.detached {}.value }
    #endif
    let check = HostingCheck()
    print("main thread: \(onMainThread())")
    check.postHere()
    check.postElsewhere()
    await withCheckedContinuation { continuation in
      check.whenHeard { continuation.resume() }
    }
    check.reportElsewhere()
  }

  private static func onMainThread() -> Bool { Thread.isMainThread }
}

/// Checks the delivery of a mediator, in small programs that drain the main queue in different
/// ways.
///
/// It prints its findings, and the test compares the lines.
@MainActor
final class HostingCheck {
  private let center = NotificationCenter()
  private let mediator: AppLifecycleMediator
  private var heard: [AppLifecycleEvent] = []
  private var anomalies: [AppLifecycleAnomaly] = []
  private var onLast: @MainActor () -> Void = {}

  /// The events that another thread posts, in this order.
  private nonisolated static let elsewhere: [AppLifecycleEvent] = [
    .didBecomeActive, .willResignActive, .didEnterBackground,
  ]

  init() {
    mediator = AppLifecycleMediator(notificationCenter: center)
    mediator.onAnomaly = { [unowned self] in anomalies.append($0) }
    mediator.on { [unowned self] context in
      heard.append(context.event)
      if context.event == Self.elsewhere.last { onLast() }
    }
  }

  /// Checks whether a raw post on the main actor has been delivered when `post` returns.
  func postHere(_ event: AppLifecycleEvent = .didFinishLaunching) {
    heard = []
    anomalies = []
    RemotePoster(center).postHere(event)
    print("here: \(heard.map(\.rawValue).joined(separator: " ")), anomalies: \(anomalies.count)")
  }

  /// Makes raw posts on another thread, all before this returns. None is delivered meanwhile.
  func postElsewhere() {
    heard = []
    anomalies = []
    RemotePoster(center).postElsewhere(Self.elsewhere)
    print("while the main actor is busy: \(heard.count)")
  }

  /// Calls back once the last of the posts made elsewhere has been delivered.
  func whenHeard(_ action: @escaping @MainActor () -> Void) { onLast = action }

  /// Prints how the posts made elsewhere were delivered.
  func reportElsewhere() {
    print("elsewhere: \(heard.map(\.rawValue).joined(separator: " "))")
    print("in order, each reported: \(anomalies == Self.elsewhere.map { .postedOffMain($0) })")
  }

  /// Checks that a post made here is delivered after those made before it elsewhere.
  func postHereAfterElsewhere() {
    RemotePoster(center).postHere(.willTerminate)
    print("the last: \(heard.removeLast())")
    reportElsewhere()
  }
}
