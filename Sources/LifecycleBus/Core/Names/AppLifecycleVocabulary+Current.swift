import Foundation

extension AppLifecycleVocabulary {
  /// The names that are posted where this process runs.
  ///
  /// The value is ``uiKit`` on iOS, iPadOS, tvOS, visionOS and Mac Catalyst, ``watchKit`` on watchOS
  /// and ``appKit`` on macOS. In an app extension the value is ``extensionHost``, except on macOS.
  /// On Linux, where the system posts nothing, the value is ``uiKit``.
  public static let current = family(bundlePath: Bundle.main.bundlePath)

  /// Chooses by the path of the main bundle, which ends in `.appex` in an app extension.
  static func family(bundlePath: String) -> AppLifecycleVocabulary {
    #if canImport(UIKit) || canImport(WatchKit)
      if bundlePath.hasSuffix(".appex") { return .extensionHost }
    #endif
    #if canImport(WatchKit) && os(watchOS)
      return .watchKit
    #elseif canImport(UIKit)
      return .uiKit
    #elseif canImport(WatchKit)
      return .watchKit
    #elseif canImport(AppKit)
      return .appKit
    #else
      return .uiKit
    #endif
  }
}
