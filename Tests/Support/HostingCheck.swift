package import Foundation
package import LifecycleBus

/// What a mediator owes its host, whatever drains the main queue: asked by small programs, one a
/// situation.
///
/// Prints what it finds; the test compares the lines.
@MainActor
package final class HostingCheck {
  private let center = NotificationCenter()
  private let mediator: AppLifecycleMediator
  private var heard: [AppLifecycleEvent] = []
  private var anomalies: [AppLifecycleAnomaly] = []
  private var onLast: @MainActor () -> Void = {}

  /// What another thread posts, in this order.
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

  /// A raw post here and now, as a system makes it: heard when `post` returns?
  package func postHere(_ event: AppLifecycleEvent = .didFinishLaunching) {
    heard = []
    anomalies = []
    Self.post(event, on: center)
    print("here: \(heard.map(\.rawValue).joined(separator: " ")), anomalies: \(anomalies.count)")
  }

  /// Raw posts on another thread, which has made them all when this returns. None is heard
  /// meanwhile.
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

  /// Calls back once the last of the posts made elsewhere has been heard.
  package func whenHeard(_ action: @escaping @MainActor () -> Void) { onLast = action }

  /// Says what came of the posts made elsewhere.
  package func reportElsewhere() {
    print("elsewhere: \(heard.map(\.rawValue).joined(separator: " "))")
    print("in order, each reported: \(anomalies == Self.elsewhere.map { .postedOffMain($0) })")
  }

  /// The next post made here lets those made before it elsewhere go first.
  package func postHereAfterElsewhere() {
    Self.post(.willTerminate, on: center)
    print("the last: \(heard.removeLast())")
    reportElsewhere()
  }

  /// A raw post, with none of this package's help.
  package nonisolated static func post(_ event: AppLifecycleEvent, on center: NotificationCenter) {
    guard let name = AppLifecycleVocabulary.current.name(for: event) else { return }
    center.post(name: name, object: nil)
  }
}

/// Carries a value to another thread that Foundation does not declare `Sendable` on every platform.
package struct Unchecked<Value>: @unchecked Sendable {
  // Proof for @unchecked: used for NotificationCenter only, which its documentation declares
  // thread-safe.
  package let value: Value

  package init(_ value: Value) where Value == NotificationCenter { self.value = value }
}
