public import Foundation
public import LifecycleBus

/// Opens URLs that the app receives. On a Mac this needs a line in your delegate:
/// see the page "Delegate methods that you add".
///
/// ```swift
/// final class DeepLinks: AppURLOpening {
///   func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
///     guard url.scheme == "notes" else { return false }
///     router.show(url)
///     return true
///   }
/// }
/// ```
@MainActor
public protocol AppURLOpening: AppRequestListener {
  /// The app was asked to open a URL.
  ///
  /// - Parameters:
  ///   - url: What to open.
  ///   - options: Where the URL comes from, and whether its file is to be opened in place.
  /// - Returns: Whether the listener took it.
  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool
}

/// The options of a URL that the app opens; the portable equivalent of UIKit's options.
public struct AppURLOptions {
  /// The bundle identifier of the app that asked, if it is one of the same team.
  public var sourceApplication: String?
  /// The annotation that the other app sent along.
  public var annotation: Any?
  /// Whether a document must be opened where it is, or copied first.
  public var openInPlace: Bool

  /// Makes options.
  ///
  /// - Parameters:
  ///   - sourceApplication: The bundle identifier of the app that asked, if it is one of the same
  ///     team.
  ///   - annotation: The annotation that the other app sent along.
  ///   - openInPlace: Whether a document must be opened where it is, or copied first.
  public init(
    sourceApplication: String? = nil, annotation: Any? = nil, openInPlace: Bool = false
  ) {
    self.sourceApplication = sourceApplication
    self.annotation = annotation
    self.openInPlace = openInPlace
  }
}

extension AppLifecycleMediator {
  /// Asks the ``/LifecycleBusDelegates/AppURLOpening`` listeners to open a URL.
  ///
  /// - Parameters:
  ///   - url: The URL to open.
  ///   - options: The options of the URL.
  ///   - asking: Whether to stop at the first listener that takes it.
  /// - Returns: Whether a listener took it; false if there is no adopter.
  @discardableResult
  public func askToOpen(
    _ url: URL, options: AppURLOptions = AppURLOptions(), asking: AppLifecycleAsking = .all
  ) -> Bool {
    let answers = requests.ask(
      (any AppURLOpening).self, until: { $0 && asking == .untilTaken }
    ) {
      $0.onAppOpenURL(url, options: options)
    }
    return Reduction.any(answers.map(\.value), none: false)
  }
}
