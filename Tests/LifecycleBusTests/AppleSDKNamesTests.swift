// Compares the strings of the vocabularies with the constants of Apple's SDKs. Compiled on Apple's
// platforms only; VocabularyTests has the tests for every platform.
#if canImport(WatchKit) && os(watchOS)
  import Foundation
  import LifecycleBus
  import Testing
  import WatchKit

  @MainActor
  @Suite("Names in Apple's SDK: WatchKit")
  struct WatchKitNamesTests {
    @Test("each name equals WKApplication's (45)")
    func application() {
      let names: [AppLifecycleEvent: Notification.Name] = [
        .didFinishLaunching: WKApplication.didFinishLaunchingNotification,
        .willEnterForeground: WKApplication.willEnterForegroundNotification,
        .didBecomeActive: WKApplication.didBecomeActiveNotification,
        .willResignActive: WKApplication.willResignActiveNotification,
        .didEnterBackground: WKApplication.didEnterBackgroundNotification,
      ]
      expect(names, .watchKit)
    }

    @Test("each name equals WKExtension's (45)")
    func wkExtension() {
      let names: [AppLifecycleEvent: Notification.Name] = [
        .didFinishLaunching: WKExtension.applicationDidFinishLaunchingNotification,
        .willEnterForeground: WKExtension.applicationWillEnterForegroundNotification,
        .didBecomeActive: WKExtension.applicationDidBecomeActiveNotification,
        .willResignActive: WKExtension.applicationWillResignActiveNotification,
        .didEnterBackground: WKExtension.applicationDidEnterBackgroundNotification,
      ]
      expect(names, .watchKit)
    }

    @Test("each extension host name equals Foundation's (45)")
    func extensionHost() { expect(extensionHostNames, .extensionHost) }
  }
#elseif canImport(UIKit)
  import Foundation
  import LifecycleBus
  import Testing
  import UIKit

  @MainActor
  @Suite("Names in Apple's SDK: UIKit")
  struct UIKitNamesTests {
    @Test("each name equals UIApplication's (45)")
    func application() {
      let names: [AppLifecycleEvent: Notification.Name] = [
        .didFinishLaunching: UIApplication.didFinishLaunchingNotification,
        .willEnterForeground: UIApplication.willEnterForegroundNotification,
        .didBecomeActive: UIApplication.didBecomeActiveNotification,
        .willResignActive: UIApplication.willResignActiveNotification,
        .didEnterBackground: UIApplication.didEnterBackgroundNotification,
        .willTerminate: UIApplication.willTerminateNotification,
        .didReceiveMemoryWarning: UIApplication.didReceiveMemoryWarningNotification,
        .significantTimeChange: UIApplication.significantTimeChangeNotification,
        .protectedDataWillBecomeUnavailable:
          UIApplication.protectedDataWillBecomeUnavailableNotification,
        .protectedDataDidBecomeAvailable:
          UIApplication.protectedDataDidBecomeAvailableNotification,
        .backgroundRefreshStatusDidChange:
          UIApplication.backgroundRefreshStatusDidChangeNotification,
        .userDidTakeScreenshot: UIApplication.userDidTakeScreenshotNotification,
        // The constant is of the SDK 27; Xcode 26 does not have it.
        .systemPrefersReducedResourceUsageDidChange: Notification.Name(
          "UIApplicationSystemPrefersReducedResourceUsageDidChangeNotification"),
      ]
      expect(names, .uiKit)
    }

    @Test("each scene name equals UIScene's (45)")
    func scene() {
      let names: [AppSceneEvent: Notification.Name] = [
        .willConnect: UIScene.willConnectNotification,
        .willEnterForeground: UIScene.willEnterForegroundNotification,
        .didActivate: UIScene.didActivateNotification,
        .willDeactivate: UIScene.willDeactivateNotification,
        .didEnterBackground: UIScene.didEnterBackgroundNotification,
        .didDisconnect: UIScene.didDisconnectNotification,
      ]
      for event in AppSceneEvent.allCases {
        #expect(event.notificationName == names[event], "\(event)")
      }
    }

    @Test("each extension host name equals Foundation's (45)")
    func extensionHost() { expect(extensionHostNames, .extensionHost) }
  }
#elseif canImport(AppKit)
  import AppKit
  import Foundation
  import LifecycleBus
  import Testing

  @MainActor
  @Suite("Names in Apple's SDK: AppKit")
  struct AppKitNamesTests {
    @Test("each name equals NSApplication's (45)")
    func application() {
      let names: [AppLifecycleEvent: Notification.Name] = [
        .didFinishLaunching: NSApplication.didFinishLaunchingNotification,
        .willEnterForeground: NSApplication.didUnhideNotification,
        .didBecomeActive: NSApplication.didBecomeActiveNotification,
        .willResignActive: NSApplication.willResignActiveNotification,
        .didEnterBackground: NSApplication.didHideNotification,
        .willTerminate: NSApplication.willTerminateNotification,
        // AppKit does not put these two into the class.
        .protectedDataWillBecomeUnavailable: .NSApplicationProtectedDataWillBecomeUnavailable,
        .protectedDataDidBecomeAvailable: .NSApplicationProtectedDataDidBecomeAvailable,
      ]
      expect(names, .appKit)
      expect(
        names.merging([
          .willEnterForeground: NSApplication.willBecomeActiveNotification,
          .didEnterBackground: NSApplication.didResignActiveNotification,
        ]) { $1 }, .appKitFocus)
    }

    @Test("sleep and wake equal NSWorkspace's (45)")
    func workspace() {
      let names: [AppLifecycleEvent: Notification.Name] = [
        .systemWillSleep: NSWorkspace.willSleepNotification,
        .systemDidWake: NSWorkspace.didWakeNotification,
      ]
      expect(names, .workspace)
    }
  }
#endif

#if canImport(UIKit) || canImport(AppKit) || canImport(WatchKit)
  #if !os(macOS)
    private let extensionHostNames: [AppLifecycleEvent: Notification.Name] = [
      .willEnterForeground: .NSExtensionHostWillEnterForeground,
      .didBecomeActive: .NSExtensionHostDidBecomeActive,
      .willResignActive: .NSExtensionHostWillResignActive,
      .didEnterBackground: .NSExtensionHostDidEnterBackground,
    ]
  #endif

  /// Expects these names, and no name for any other event.
  private func expect(
    _ names: [AppLifecycleEvent: Notification.Name], _ vocabulary: AppLifecycleVocabulary
  ) {
    for event in AppLifecycleEvent.allCases {
      #expect(vocabulary.name(for: event)?.rawValue == names[event]?.rawValue, "\(event)")
    }
  }
#endif
