// Pins our strings to the constants of Apple's SDKs. Compiled on Apple's platforms only; the names
// that are free of a platform are in VocabularyTests.
#if canImport(WatchKit) && os(watchOS)
  import Foundation
  import LifecycleBus
  import Testing
  import WatchKit

  @MainActor
  @Suite("Names in Apple's SDK: WatchKit")
  struct WatchKitNamesTests {
    @Test("each name is that of WKApplication (45)")
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

    @Test("WKExtension's names are the same (45)")
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

    @Test("each name of an extension's host is that of Foundation (45)")
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
    @Test("each name is that of UIApplication (45)")
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
      ]
      expect(names, .uiKit)
    }

    @Test("each name of an extension's host is that of Foundation (45)")
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
    @Test("each name is that of NSApplication (45)")
    func application() {
      let names: [AppLifecycleEvent: Notification.Name] = [
        .didFinishLaunching: NSApplication.didFinishLaunchingNotification,
        .willEnterForeground: NSApplication.didUnhideNotification,
        .didBecomeActive: NSApplication.didBecomeActiveNotification,
        .willResignActive: NSApplication.willResignActiveNotification,
        .didEnterBackground: NSApplication.didHideNotification,
        .willTerminate: NSApplication.willTerminateNotification,
        .protectedDataWillBecomeUnavailable:
          NSApplication.protectedDataWillBecomeUnavailableNotification,
        .protectedDataDidBecomeAvailable:
          NSApplication.protectedDataDidBecomeAvailableNotification,
      ]
      expect(names, .appKit)
    }

    @Test("sleep and wake are those of NSWorkspace (45)")
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

  /// The vocabulary says exactly this, and nothing about any other event.
  private func expect(
    _ names: [AppLifecycleEvent: Notification.Name], _ vocabulary: AppLifecycleVocabulary
  ) {
    for event in AppLifecycleEvent.allCases {
      #expect(vocabulary.name(for: event)?.rawValue == names[event]?.rawValue, "\(event)")
    }
  }
#endif
