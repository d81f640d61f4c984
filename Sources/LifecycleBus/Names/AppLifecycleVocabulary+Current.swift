import Foundation

extension AppLifecycleVocabulary {
  /// The names that are posted where this process runs.
  ///
  /// ``uiKit`` on iOS, iPadOS, tvOS, visionOS and Mac Catalyst; ``watchKit`` on watchOS; ``appKit``
  /// on macOS; ``extensionHost`` inside an app extension of the first four. On Linux
  /// nothing is posted by the system, and the UIKit names serve as the portable ones.
  public static let current = family(bundlePath: Bundle.main.bundlePath)

  /// The family for a process, by the path of its main bundle. The path of an app extension ends in
  /// `.appex`.
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
