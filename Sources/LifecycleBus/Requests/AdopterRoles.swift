/// What a listener answers, as a set of bits: found once, when the listener is attached.
struct AdopterRoles: OptionSet, Sendable {
  let rawValue: UInt32

  /// The role of answering one request.
  init(_ request: AppLifecycleRequest) { self = Self.byRequest[request] ?? [] }

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Has listeners inside that may answer anything.
  static let container = Self(rawValue: 1 << 31)
  /// Hears of scenes.
  static let scenes = Self(rawValue: 1 << 30)

  private static let byRequest: [AppLifecycleRequest: Self] = {
    let bits = AppLifecycleRequest.allCases.enumerated().map { place, request in
      (request, Self(rawValue: 1 << UInt32(place)))
    }
    return Dictionary(uniqueKeysWithValues: bits)
  }()

  /// Looks a listener over.
  @MainActor
  init(of listener: any AppRequestListener) {
    var roles: Self = []
    for request in AppLifecycleRequest.allCases where request.isAdopted(by: listener) {
      roles.insert(Self(request))
    }
    if listener is any AppSceneListener { roles.insert(.scenes) }
    if listener is any AppListenerContainer { roles.insert(.container) }
    self = roles
  }
}

extension AppLifecycleRequest {
  /// Whether a listener answers this request.
  @MainActor
  func isAdopted(by listener: any AppRequestListener) -> Bool {
    switch self {
    case .willFinishLaunching: listener is any AppLaunchPreparing
    case .didFinishLaunching: listener is any AppLaunchHandling
    case .openURL: listener is any AppURLOpening
    case .willContinueUserActivity: listener is any AppUserActivityAnnouncing
    case .continueUserActivity: listener is any AppUserActivityContinuing
    case .userActivityChanges: listener is any AppUserActivityWatching
    case .performQuickAction: listener is any AppQuickActionPerforming
    case .remoteNotificationRegistration: listener is any AppRemoteNotificationRegistering
    case .receiveRemoteNotification: listener is any AppRemoteNotificationReceiving
    case .backgroundFetch: listener is any AppBackgroundFetching
    case .backgroundURLSessionEvents: listener is any AppBackgroundURLSessionHandling
    case .shouldAllowExtensionPoint: listener is any AppExtensionPointDeciding
    case .shouldSaveState: listener is any AppStateSaving
    case .shouldRestoreState: listener is any AppStateRestoring
    case .sceneConfiguration: listener is any SceneConfiguring
    case .supportedOrientations: listener is any AppOrientationSupporting
    case .handlerForIntent: listener is any AppIntentHandling
    case .shouldTerminate: listener is any AppTerminationDeciding
    }
  }
}
