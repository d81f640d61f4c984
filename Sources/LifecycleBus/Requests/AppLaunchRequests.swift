/// Takes part in the launch before state restoration, and says whether the app can go on with the
/// URL or the activity that it was launched for.
@MainActor
public protocol AppLaunchPreparing: AppRequestListener {
  /// The launch is nearly done.
  ///
  /// - Parameter options: The launch options by the raw value of their keys; empty in apps with
  ///   scenes.
  /// - Returns: `false` if the resource that the app was launched with cannot be handled.
  func onAppWillFinishLaunching(options: [String: Any]) -> Bool
}

/// Answers the end of the launch.
///
/// To hear of the launch, implement `onAppDidFinishLaunching()`: it comes for every launch, however
/// the app is built. Adopt this where the answer or the launch options of the delegate method
/// matter.
@MainActor
public protocol AppLaunchHandling: AppRequestListener {
  /// The launch is done, and the notification follows.
  ///
  /// - Parameter options: The launch options by the raw value of their keys; empty in apps with
  ///   scenes.
  /// - Returns: Whether the listener could do what it does at launch. The system is told true in
  ///   any case; the answers are in what
  ///   ``AppLifecycleMediator/askAppDidFinishLaunching(options:)`` returns.
  func onAppDidFinishLaunching(options: [String: Any]) -> Bool
}

extension AppLifecycleMediator {
  /// Asks every ``AppLaunchPreparing`` listener.
  ///
  /// - Returns: True if one says so, or if nobody adopts the request.
  public func askAppWillFinishLaunching(options: [String: Any] = [:]) -> Bool {
    let answers = requests.ask((any AppLaunchPreparing).self) {
      $0.onAppWillFinishLaunching(options: options)
    }
    return Reduction.any(answers.map(\.value), none: true)
  }

  /// Asks every ``AppLaunchHandling`` listener.
  ///
  /// - Returns: Who said what, in order. Tell the system true, whatever they said: one listener
  ///   that fails must not end the launch of the others.
  @discardableResult
  public func askAppDidFinishLaunching(
    options: [String: Any] = [:]
  ) -> [AppLifecycleAnswer<Bool>] {
    requests.ask((any AppLaunchHandling).self) {
      $0.onAppDidFinishLaunching(options: options)
    }
  }
}
