/// An event, a hold or a request that broke a rule, and what the mediator did about it.
///
/// Set ``AppLifecycleMediator/onAnomaly`` to receive anomalies. Each `description` says what you
/// can do.
///
/// ```swift
/// mediator.onAnomaly = { anomaly in
///   if case .holdsExpired(let reasons) = anomaly { print("not done in time: \(reasons)") }
/// }
/// ```
public enum AppLifecycleAnomaly: Sendable, Hashable {
  /// The event was repeated, and was dropped.
  case duplicate(AppLifecycleEvent)
  /// The event is not legal in that state, and was dropped.
  case unexpected(AppLifecycleEvent, state: AppLifecycleState)
  /// A step was missing. The mediator delivered it before the event that needs it.
  case synthesized(AppLifecycleEvent, before: AppLifecycleEvent)
  /// The event came after `willTerminate`, and was dropped.
  case afterTermination(AppLifecycleEvent)
  /// The notification was posted off the main actor, and was delivered later.
  case postedOffMain(AppLifecycleEvent)
  /// The listener was attached after the launch without a replay, so it missed the launch.
  case attachedAfterLaunch(listener: String)
  /// The time for unfinished work ran out while these holds were open.
  case holdsExpired([String])
  /// Anything else, such as a late answer to a request, or a signal that other code has taken over.
  ///
  /// The kind stays the same from version to version, so that a log can count it; the sentence is
  /// for people.
  case other(kind: String, sentence: String)
}

extension AppLifecycleAnomaly: CustomStringConvertible {
  /// What happened, what the mediator did, and what you can do, in one sentence.
  public var description: String {
    switch self {
    case .duplicate(let event):
      "\(event) was posted again; the repetition was dropped."
    case .unexpected(let event, let state):
      "\(event) was posted while the app was \(state); it was dropped."
    case .synthesized(let event, let cause):
      "\(event) was missing before \(cause); it was synthesized."
    case .afterTermination(let event):
      "\(event) was posted after willTerminate; it was dropped."
    case .postedOffMain(let event):
      "\(event) was posted off the main actor and relayed on it later; "
        + "post it with `await center.post(.\(event))`."
    case .attachedAfterLaunch(let listener):
      "\(listener) was attached after the launch and missed it; "
        + "attach it earlier or with `replay: .launch`."
    case .holdsExpired(let reasons):
      "The time ran out with these holds still open: \(reasons.joined(separator: ", ")); "
        + "release them earlier or ask for a larger budget."
    case .other(_, let sentence): sentence
    }
  }
}

extension AppLifecycleAnomaly {
  static func postedOffMain(_ event: RelayedEvent) -> Self {
    switch event {
    case .app(let event): .postedOffMain(event)
    case .scene(let event):
      .other(
        kind: "scenePostedOffMain",
        sentence: "A scene's \(event) was posted off the main actor and relayed on it later.")
    }
  }

  static func sceneMissing(_ event: AppSceneEvent) -> Self {
    .other(
      kind: "sceneMissing",
      sentence: "A scene's \(event) was posted without the scene as its object; it was dropped.")
  }
}
