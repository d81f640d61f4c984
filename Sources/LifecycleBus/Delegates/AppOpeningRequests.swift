public import Foundation
public import LifecycleBus

/// Opens URLs that the app receives. On a Mac your delegate adds the method that asks.
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
  /// Returns true if the listener took the URL.
  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool
}

/// Where a URL comes from.
public struct AppURLOptions {
  /// The bundle identifier of the app that asked, if it's of the same team.
  public var sourceApplication: String?
  /// True if a document is opened in place; false if the app copies it first.
  public var openInPlace: Bool
  /// The scene that is to open it; `nil` without scenes.
  public var scene: AppSceneID?

  /// Makes options.
  public init(
    sourceApplication: String? = nil, openInPlace: Bool = false, scene: AppSceneID? = nil
  ) {
    self.sourceApplication = sourceApplication
    self.openInPlace = openInPlace
    self.scene = scene
  }
}

/// Opens files that the user has chosen outside of the app. Your Mac app's delegate adds the method
/// that asks.
@MainActor
public protocol AppFileOpening: AppRequestListener {
  /// Returns true when the files are open, and false for files of another listener. There's no
  /// deadline, so you may ask the user.
  ///
  /// - Throws: `CancellationError` or `CocoaError.userCancelled` if the user cancelled. The delegate
  ///   shows any other error.
  func onAppOpenFiles(_ urls: [URL]) async throws -> Bool
}

/// A listener's answer to an activity of the user.
public enum AppUserActivityAnswer {
  /// The activity is left to other listeners.
  case notHandled
  /// The listener has taken the activity.
  case handled
  /// The listener has taken the activity, and the system passes it on to these objects, such as view
  /// controllers. With scenes this is `handled`, because UIKit has no such step there.
  case restoring([AnyObject])

  package var isHandled: Bool { if case .notHandled = self { false } else { true } }

  package var objects: [AnyObject] { if case .restoring(let all) = self { all } else { [] } }
}

/// Supplies the object that handles an intent. Your delegate adds the method that asks.
@MainActor
public protocol AppIntentHandling: AppRequestListener {
  /// Returns the handler of an `INIntent`, or `nil` to leave it to others.
  func onAppHandler(for intent: AnyObject) -> Any?
}

extension AppLifecycleMediator {
  /// Asks ``/LifecycleBusDelegates/AppURLOpening`` listeners. True if one took the URL.
  ///
  /// For SwiftUI's `onOpenURL`, and for delegates of your own.
  @discardableResult
  public func askToOpen(_ url: URL, options: AppURLOptions = AppURLOptions()) -> Bool {
    ask((any AppURLOpening).self, in: options.scene) { $0.onAppOpenURL(url, options: options) }
      .contains(true)
  }

  /// Throws the first error; a cancellation only if nothing else went wrong, and
  /// `CocoaError.featureUnsupported` if no listener has opened the files.
  package func askToOpenFiles(_ urls: [URL]) async throws {
    let answers = await askAndWait((any AppFileOpening).self, deadline: nil) { listener in
      do {
        return try await listener.onAppOpenFiles(urls) ? Result<Void, any Error>.success(()) : nil
      } catch CocoaError.userCancelled {
        return .failure(CancellationError())
      } catch {
        return .failure(error)
      }
    }.compactMap { $0 ?? nil }
    let errors = answers.compactMap { if case .failure(let error) = $0 { error } else { nil } }
    if let error = errors.first(where: { !($0 is CancellationError) }) ?? errors.first {
      throw error
    }
    if answers.isEmpty { throw CocoaError(.featureUnsupported) }
  }
}
