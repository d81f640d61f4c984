public import Foundation

/// Opens URLs that the app is handed.
@MainActor
public protocol AppURLOpening: AppRequestListener {
  /// The app was asked to open a URL.
  ///
  /// - Returns: Whether the listener took it.
  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool
}

/// How a URL came to the app; the portable twin of UIKit's options.
public struct AppURLOptions {
  /// The bundle identifier of the app that asked, if it is one of the same team.
  public var sourceApplication: String?
  /// What that app sent along.
  public var annotation: Any?
  /// Whether a document must be opened where it is, or copied first.
  public var openInPlace: Bool

  /// Makes options.
  public init(
    sourceApplication: String? = nil, annotation: Any? = nil, openInPlace: Bool = false
  ) {
    self.sourceApplication = sourceApplication
    self.annotation = annotation
    self.openInPlace = openInPlace
  }
}

extension AppLifecycleMediator {
  /// Asks the ``AppURLOpening`` listeners to open a URL.
  ///
  /// - Parameters:
  ///   - url: What to open.
  ///   - options: How it came.
  ///   - asking: Everybody, or until one takes it.
  /// - Returns: Whether somebody took it; false if nobody adopts the request.
  @discardableResult
  public func askToOpen(
    _ url: URL, options: AppURLOptions = AppURLOptions(), asking: AppLifecycleAsking = .everyone
  ) -> Bool {
    let answers = requests.ask(
      (any AppURLOpening).self, until: { $0 && asking == .untilTaken }
    ) {
      $0.onAppOpenURL(url, options: options)
    }
    return Reduction.any(answers.map(\.value), none: false)
  }
}
