import LifecycleBus
import TestSupport

extension AppLifecycleMediator.Policy {
  /// The two that differ in which events they deliver.
  static let both = [relay, lifecycle]
}

/// A listener that writes "name event" to a journal, and then acts if a test wants it to.
///
/// It also writes "name replayed event", "name scene event" and, if it acts there, "name attached".
final class ActingListener: AppSceneListener, AppNamedListener {
  typealias Act = @MainActor () -> Void

  let listenerName: String
  private let journal: CallJournal
  /// What it does in `onAttach(to:)`.
  var attachAct: (@MainActor (AppLifecycleMediator) -> Void)?
  /// What it does in its calls, by the event.
  var acts: [AppLifecycleEvent: Act] = [:]
  /// The same for replayed events.
  var replayActs: [AppLifecycleEvent: Act] = [:]
  var sceneActs: [AppSceneEvent: Act] = [:]

  init(_ name: String, _ journal: CallJournal) {
    listenerName = name
    self.journal = journal
  }

  func onAttach(to mediator: AppLifecycleMediator) {
    guard let attachAct else { return }
    journal.write("\(listenerName) attached")
    attachAct(mediator)
  }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    let isReplayed = context.origin == .replayed
    journal.write("\(listenerName) \(isReplayed ? "replayed " : "")\(event)")
    (isReplayed ? replayActs : acts)[event]?()
  }

  func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {
    journal.write("\(listenerName) scene \(event)")
    sceneActs[event]?()
  }
}

extension CallJournal {
  /// A listener that writes here.
  func listener(
    _ name: String, acts: [AppLifecycleEvent: ActingListener.Act] = [:]
  ) -> ActingListener {
    let listener = ActingListener(name, self)
    listener.acts = acts
    return listener
  }

  /// The lines of one listener, without its name.
  func lines(of name: String) -> [String] {
    lines.filter { $0.hasPrefix("\(name) ") }.map { String($0.dropFirst(name.count + 1)) }
  }

  /// The lines that several listeners write for each of these, in turn.
  static func lines(_ names: String..., each parts: String...) -> [String] {
    parts.flatMap { part in names.map { "\($0) \(part)" } }
  }
}
