// Compares the strings of the vocabularies with the constants of Apple's SDKs. Compiled on Apple's
// platforms only; VocabularyTests has the tests for every platform.
#if canImport(WatchKit) && os(watchOS)
  import Foundation
  import LifecycleBus
  import Testing
  import WatchKit

  @MainActor
  @Test("each name equals that of the SDK for watchOS (45)")
  func watchKitNames() {
    typealias App = WKApplication

    expect(
      .watchKit,
      [
        App.didFinishLaunchingNotification, App.willEnterForegroundNotification,
        App.didBecomeActiveNotification, App.willResignActiveNotification,
        App.didEnterBackgroundNotification,
      ])
    expect(.extensionHost, extensionHostNames)
  }
#elseif canImport(UIKit)
  import Foundation
  import LifecycleBus
  import Testing
  import UIKit

  @MainActor
  @Test("each name equals that of UIKit (45)")
  func uiKitNames() {
    typealias App = UIApplication

    expect(
      .uiKit,
      [
        App.didFinishLaunchingNotification, App.willEnterForegroundNotification,
        App.didBecomeActiveNotification, App.willResignActiveNotification,
        App.didEnterBackgroundNotification, App.willTerminateNotification,
        App.didReceiveMemoryWarningNotification, App.significantTimeChangeNotification,
        App.protectedDataWillBecomeUnavailableNotification,
        App.protectedDataDidBecomeAvailableNotification,
        App.backgroundRefreshStatusDidChangeNotification, App.userDidTakeScreenshotNotification,
        // The constant is of the SDK 27; Xcode 26 doesn't have it.
        Notification.Name("UIApplicationSystemPrefersReducedResourceUsageDidChangeNotification"),
      ])
    expect(.extensionHost, extensionHostNames)

    let scenes: [AppSceneEvent: Notification.Name] = [
      .willConnect: UIScene.willConnectNotification,
      .willEnterForeground: UIScene.willEnterForegroundNotification,
      .didActivate: UIScene.didActivateNotification,
      .willDeactivate: UIScene.willDeactivateNotification,
      .didEnterBackground: UIScene.didEnterBackgroundNotification,
      .didDisconnect: UIScene.didDisconnectNotification,
    ]
    for (event, name) in scenes {
      #expect(event.notificationName == name, "\(event)")
    }
  }
#elseif canImport(AppKit)
  import AppKit
  import Foundation
  import LifecycleBus
  import Testing

  @MainActor
  @Test("each name equals that of AppKit (45)")
  func appKitNames() {
    typealias App = NSApplication
    let protectedData: [Notification.Name] = [
      .NSApplicationProtectedDataWillBecomeUnavailable,
      .NSApplicationProtectedDataDidBecomeAvailable,
    ]

    expect(
      .appKit,
      [
        App.didFinishLaunchingNotification, App.didUnhideNotification,
        App.didBecomeActiveNotification, App.willResignActiveNotification,
        App.didHideNotification, App.willTerminateNotification,
      ] + protectedData)

    expect(
      .appKitFocus,
      [
        App.didFinishLaunchingNotification, App.willBecomeActiveNotification,
        App.didBecomeActiveNotification, App.willResignActiveNotification,
        App.didResignActiveNotification, App.willTerminateNotification,
      ] + protectedData)

    expect(
      .workspace, [NSWorkspace.willSleepNotification, NSWorkspace.didWakeNotification])
  }
#endif

#if canImport(UIKit) || canImport(AppKit) || canImport(WatchKit)
  #if !os(macOS)
    private let extensionHostNames: [Notification.Name] = [
      .NSExtensionHostWillEnterForeground, .NSExtensionHostDidBecomeActive,
      .NSExtensionHostWillResignActive, .NSExtensionHostDidEnterBackground,
    ]
  #endif

  /// Expects these names, in the order of the events.
  private func expect(_ vocabulary: AppLifecycleVocabulary, _ names: [Notification.Name]) {
    #expect(vocabulary.namedEvents.compactMap(vocabulary.name) == names)
  }
#endif
