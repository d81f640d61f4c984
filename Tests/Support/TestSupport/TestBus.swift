package import Foundation
package import LifecycleBus

/// A fresh center, a mediator on it, and a journal of the calls.
///
/// Listeners that are attached by name write "name.event" for each event, and draw in the timeline.
@MainActor
package final class TestBus {
  package let center: NotificationCenter
  package let mediator: AppLifecycleMediator
  /// The diagram of what happens, which buses may share.
  package let timeline: Timeline
  /// A fake of a window.
  package let scene: NSObject
  /// "name.event", in the order of the calls.
  package private(set) var calls: [String] = []
  /// The anomalies that the mediator reported.
  package private(set) var anomalies: [AppLifecycleAnomaly] = []
  /// Hears of each anomaly.
  package var onAnomaly: @MainActor (AppLifecycleAnomaly) -> Void = { _ in }

  private let policy: AppLifecycleMediator.Policy
  private let initialState: AppLifecycleState
  private let vocabulary: AppLifecycleVocabulary
  /// True if a probe and an anomaly name listeners as the diagram does.
  package var namesListeners = false
  private var named: [String: WeakListener] = [:]
  /// The listeners that the mediator doesn't keep.
  private var weaklyAttached: [String: JournalingListener] = [:]

  private struct WeakListener {
    weak var listener: JournalingListener?
  }

  package convenience init(
    policy: AppLifecycleMediator.Policy = .asPosted,
    initialState: AppLifecycleState = .notRunning,
    vocabulary: AppLifecycleVocabulary = .current
  ) {
    self.init(
      policy, initialState, vocabulary, NotificationCenter(), Timeline(), scene: NSObject(), [])
  }

  /// Another mediator of this kind on the center of a bus, which draws in its timeline.
  package convenience init(
    sameCenterAs bus: TestBus, listeners: [any AppLifecycleListener] = []
  ) {
    self.init(
      bus.policy, bus.initialState, bus.vocabulary, bus.center, bus.timeline, scene: bus.scene,
      listeners)
  }

  /// A mediator of this kind on a center of its own, which draws in the timeline of a bus.
  package convenience init(otherCenterThan bus: TestBus) {
    self.init(
      bus.policy, bus.initialState, bus.vocabulary, NotificationCenter(), bus.timeline,
      scene: bus.scene, [])
  }

  private init(
    _ policy: AppLifecycleMediator.Policy, _ initialState: AppLifecycleState,
    _ vocabulary: AppLifecycleVocabulary, _ center: NotificationCenter, _ timeline: Timeline,
    scene: NSObject, _ listeners: [any AppLifecycleListener]
  ) {
    self.policy = policy
    self.initialState = initialState
    self.vocabulary = vocabulary
    self.center = center
    self.timeline = timeline
    self.scene = scene
    mediator = AppLifecycleMediator(
      listeners: listeners, policy: policy, vocabulary: vocabulary, notificationCenter: center,
      initialState: initialState)

    mediator.onAnomaly = { [weak self] anomaly in
      self?.anomalies.append(anomaly)
      self?.onAnomaly(anomaly)
    }
  }

  // MARK: Listeners

  /// A listener that writes to the journal, not attached yet.
  package func listener(
    _ name: String, perform action: @escaping @MainActor (AppLifecycleContext) -> Void = { _ in }
  ) -> JournalingListener {
    let type = namesListeners ? NamedListener.self : JournalingListener.self
    let listener = type.init(name, timeline) { [weak self] context in
      self?.calls.append("\(name).\(context.event)")
      action(context)
    }
    named[name] = WeakListener(listener: listener)
    return listener
  }

  /// A group of listeners that write to the journal.
  package func group(_ names: String...) -> ListenerGroup {
    ListenerGroup {
      for name in names {
        listener(name)
      }
    }
  }

  /// Attaches a listener that writes to the journal and then acts.
  @discardableResult
  package func attach(
    _ name: String, priority: Int = 0, replay: AppLifecycleMediator.Replay = .none,
    perform action: @escaping @MainActor (AppLifecycleContext) -> Void = { _ in }
  ) -> AppLifecycleAttachment {
    mediator.attach(listener(name, perform: action), priority: priority, replay: replay)
  }

  /// Attaches listeners that write to the journal.
  package func attach(_ first: String, _ second: String, _ others: String...) {
    for name in [first, second] + others {
      attach(name)
    }
  }

  /// Attaches a listener weakly, which this bus keeps until `forget`.
  @discardableResult
  package func attachWeakly(_ name: String) -> AppLifecycleAttachment {
    let listener = listener(name)
    weaklyAttached[name] = listener
    return mediator.attach(weakly: listener)
  }

  /// Drops the last reference to a listener that is attached weakly.
  package func forget(_ name: String) { weaklyAttached[name] = nil }

  /// Detaches the listeners that were made with these names.
  package func detach(_ names: String...) {
    for name in names {
      named[name]?.listener.map(mediator.detach)
    }
  }

  /// Acts once, when the listener with this name comes to this moment.
  package func when(
    _ name: String, _ moment: Timeline.Moment, perform act: @escaping @MainActor () -> Void
  ) {
    timeline.plan(name, moment, act)
  }

  // MARK: Posts

  /// Posts events on the center, one after another.
  package func post(_ events: AppLifecycleEvent...) { post(events) }

  /// Posts events on the center, one after another.
  package func post(_ events: [AppLifecycleEvent]) {
    timeline.start()
    for event in events {
      center.post(event, vocabulary: vocabulary)
    }
  }

  /// Posts the events of a life such as "L F A".
  package func live(_ letters: String) { post(AppLifecycleEvent.life(letters)) }

  /// Posts events of the scene on the center, one after another.
  package func post(scene events: AppSceneEvent...) {
    timeline.start()
    for event in events {
      center.post(event, scene: scene)
    }
  }

  /// Posts on a new thread, while the main actor waits for it.
  package func onThread(_ posts: @escaping @Sendable (RemotePoster) -> Void) {
    timeline.start()
    RemotePoster(center, vocabulary: vocabulary, scene: scene).onThread(posts)
  }

  /// Plays scenarios on the center, one after another.
  package func play(_ scenarios: AppLifecycleScenario...) {
    timeline.start()
    for scenario in scenarios {
      scenario.play(on: center, vocabulary: vocabulary)
    }
  }

  // MARK: The diagram

  package var diagram: String { timeline.diagram }

  /// Draws a mark in a row that isn't a listener's.
  package func draw(_ mark: String, by name: String) { timeline.draw(mark, by: name) }

  /// Draws an exclamation mark for each anomaly from now on, and forgets the earlier ones.
  package func drawAnomalies() {
    anomalies = []
    timeline.addRow("report")
    onAnomaly = { [timeline] _ in
      timeline.draw("!", by: "report")
    }
  }
}

/// A listener with an identity that draws what it hears and passes events to a closure.
package class JournalingListener: AppSceneListener {
  fileprivate let name: String
  private let timeline: Timeline
  private let action: @MainActor (AppLifecycleContext) -> Void

  package required init(
    _ name: String, _ timeline: Timeline,
    _ action: @escaping @MainActor (AppLifecycleContext) -> Void
  ) {
    self.name = name
    self.timeline = timeline
    self.action = action
    timeline.addRow(name)
  }

  package func onAttach(to mediator: AppLifecycleMediator) {
    timeline.draw("+", by: name, at: .isAttached)
  }

  package func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    timeline.draw(context.mark, by: name, at: .hears(event))
    action(context)
  }

  package func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {
    timeline.draw(":\(event.letter)", by: name)
  }
}

private final class NamedListener: JournalingListener, AppNamedListener {
  var listenerName: String { name }
}

/// A listener that is counted while it lives.
package final class CountedListener: AppLifecycleListener {
  private let live: LockedCount
  private let action: @MainActor (AppLifecycleContext) -> Void

  package init(
    _ live: LockedCount,
    perform action: @escaping @MainActor (AppLifecycleContext) -> Void = { _ in }
  ) {
    self.live = live
    self.action = action
    live.add(1)
  }

  deinit { live.add(-1) }

  package func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    action(context)
  }
}

extension AppLifecycleEvent {
  /// The events that can be posted where the tests run.
  package static let named = AppLifecycleVocabulary.current.namedEvents
}

/// A variable that a callback can capture before it has its value.
@MainActor
package final class Slot<Value> {
  package var value: Value?

  package init(_ value: Value? = nil) { self.value = value }
}

/// A journal that several listeners share.
@MainActor
package final class CallJournal {
  package private(set) var lines: [String] = []

  package init() {}

  package func write(_ line: String) { lines.append(line) }
}
