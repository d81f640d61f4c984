package import Foundation
package import LifecycleBus

/// Checks the delivery of a mediator, in small programs that drain the main queue in different
/// ways.
///
/// It prints its findings, and the test compares the lines.
@MainActor
package final class HostingCheck {
  private let center = NotificationCenter()
  private let mediator: AppLifecycleMediator
  private var heard: [AppLifecycleEvent] = []
  private var anomalies: [AppLifecycleAnomaly] = []
  private var onLast: @MainActor () -> Void = {}

  /// The events that another thread posts, in this order.
  private nonisolated static let elsewhere: [AppLifecycleEvent] = [
    .didBecomeActive, .willResignActive, .didEnterBackground,
  ]

  package init() {
    mediator = AppLifecycleMediator(notificationCenter: center)
    mediator.onAnomaly = { [unowned self] in anomalies.append($0) }
    mediator.on { [unowned self] context in
      heard.append(context.event)
      if context.event == Self.elsewhere.last { onLast() }
    }
  }

  /// Checks whether a raw post on the main actor has been delivered when `post` returns.
  package func postHere(_ event: AppLifecycleEvent = .didFinishLaunching) {
    heard = []
    anomalies = []
    Self.post(event, on: center)
    print("here: \(heard.map(\.rawValue).joined(separator: " ")), anomalies: \(anomalies.count)")
  }

  /// Makes raw posts on another thread, all before this returns. None is delivered meanwhile.
  package func postElsewhere() {
    heard = []
    anomalies = []
    let posted = DispatchSemaphore(value: 0)
    let center = Unchecked(center)
    Thread {
      for event in Self.elsewhere { Self.post(event, on: center.value) }
      posted.signal()
    }.start()
    posted.wait()
    print("while the main actor is busy: \(heard.count)")
  }

  /// Calls back once the last of the posts made elsewhere has been delivered.
  package func whenHeard(_ action: @escaping @MainActor () -> Void) { onLast = action }

  /// Prints how the posts made elsewhere were delivered.
  package func reportElsewhere() {
    print("elsewhere: \(heard.map(\.rawValue).joined(separator: " "))")
    print("in order, each reported: \(anomalies == Self.elsewhere.map { .postedOffMain($0) })")
  }

  /// Checks that a post made here is delivered after those made before it elsewhere.
  package func postHereAfterElsewhere() {
    Self.post(.willTerminate, on: center)
    print("the last: \(heard.removeLast())")
    reportElsewhere()
  }

  /// A raw post, without this package's `post(_:)`.
  package nonisolated static func post(_ event: AppLifecycleEvent, on center: NotificationCenter) {
    guard let name = AppLifecycleVocabulary.current.name(for: event) else { return }
    center.post(name: name, object: nil)
  }
}

/// Passes a value to another thread that Foundation does not declare `Sendable` on every platform.
package struct Unchecked<Value>: @unchecked Sendable {
  // Proof for @unchecked: used for NotificationCenter only, which its documentation declares
  // thread-safe.
  package let value: Value

  package init(_ value: Value) where Value == NotificationCenter { self.value = value }
}
