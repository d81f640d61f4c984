/// Something irregular, and what the mediator did about it, for your log.
///
/// ```swift
/// mediator.onAnomaly = { anomaly in
///   if case .holdsExpired(let reasons) = anomaly { print("not done in time: \(reasons)") }
/// }
/// ```
public enum AppLifecycleAnomaly: Sendable, Hashable {
  /// A repetition was dropped.
  case duplicate(AppLifecycleEvent)
  /// An event that doesn't fit the state was dropped.
  case unexpected(AppLifecycleEvent, state: AppLifecycleState)
  /// A missing step was added, as at a Mac's Quit.
  case synthesized(AppLifecycleEvent, before: AppLifecycleEvent)
  /// An event after `willTerminate` was dropped.
  case afterTermination(AppLifecycleEvent)
  /// A post off the main actor was delivered later.
  case postedOffMain(AppLifecycleEvent)
  /// A listener without a replay has missed the launch.
  case attachedAfterLaunch(listener: String)
  /// Time ran out while these holds were open.
  case holdsExpired([String])
  /// Anything else, such as a late answer to a request.
  ///
  /// The kind stays the same from version to version.
  case other(kind: String, sentence: String)
}

extension AppLifecycleAnomaly: CustomStringConvertible {
  /// A sentence that also says what you can do.
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
