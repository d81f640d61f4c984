/// Something irregular that happened, and what the mediator did about it.
///
/// To write anomalies to your log, set ``AppLifecycleMediator/onAnomaly``:
///
/// ```swift
/// mediator.onAnomaly = { anomaly in
///   if case .holdsExpired(let reasons) = anomaly {
///     print("not done in time: \(reasons)")
///   }
/// }
/// ```
public enum AppLifecycleAnomaly: Sendable, Hashable {
  /// The same event was posted again, and the repetition was dropped.
  case duplicate(AppLifecycleEvent)
  /// The event can't follow the current state and was dropped.
  case unexpected(AppLifecycleEvent, state: AppLifecycleState)
  /// The first event was missing, and the mediator delivered it before the second one.
  case synthesized(AppLifecycleEvent, before: AppLifecycleEvent)
  /// The event was posted after `willTerminate` and was dropped.
  case afterTermination(AppLifecycleEvent)
  /// The event was posted off the main actor, and delivered there a little later.
  case postedOffMain(AppLifecycleEvent)
  /// The listener was attached after the launch without a replay, so it has missed
  /// `didFinishLaunching`.
  case attachedAfterLaunch(listener: String)
  /// The time ran out while holds with these reasons were still open.
  case holdsExpired([String])
  /// Anything else, such as a listener that missed the deadline of a request.
  ///
  /// You can compare the `kind`, which stays the same from version to version.
  case other(kind: String, sentence: String)
}

extension AppLifecycleAnomaly: CustomStringConvertible {
  /// A sentence for the log, which also says what you can do.
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
