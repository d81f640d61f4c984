package import LifecycleBus

/// A journal that several listeners share.
@MainActor
package final class CallJournal {
  package private(set) var lines: [String] = []

  package init() {}

  package func write(_ line: String) { lines.append(line) }
}

/// A listener that implements every method and writes "name typed event" or "name any event".
///
/// Each method names its event with its own word, so that a method wired to the wrong event shows.
package struct EveryMethodListener: AppLifecycleListener {
  private let name: String
  private let journal: CallJournal

  package init(_ name: String, _ journal: CallJournal) {
    self.name = name
    self.journal = journal
  }

  package func onAppDidFinishLaunching() { typed("didFinishLaunching") }
  package func onAppWillEnterForeground() { typed("willEnterForeground") }
  package func onAppDidBecomeActive() { typed("didBecomeActive") }
  package func onAppWillResignActive() { typed("willResignActive") }
  package func onAppDidEnterBackground() { typed("didEnterBackground") }
  package func onAppWillTerminate() { typed("willTerminate") }
  package func onAppDidReceiveMemoryWarning() { typed("didReceiveMemoryWarning") }
  package func onAppSignificantTimeChange() { typed("significantTimeChange") }
  package func onAppProtectedDataWillBecomeUnavailable() {
    typed("protectedDataWillBecomeUnavailable")
  }
  package func onAppProtectedDataDidBecomeAvailable() { typed("protectedDataDidBecomeAvailable") }
  package func onAppBackgroundRefreshStatusDidChange() {
    typed("backgroundRefreshStatusDidChange")
  }
  package func onAppUserDidTakeScreenshot() { typed("userDidTakeScreenshot") }
  package func onAppSystemWillSleep() { typed("systemWillSleep") }
  package func onAppSystemDidWake() { typed("systemDidWake") }
  package func onAppSystemPrefersReducedResourceUsageDidChange() {
    typed("systemPrefersReducedResourceUsageDidChange")
  }

  package func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    journal.write("\(name) any \(event)")
  }

  private func typed(_ event: String) { journal.write("\(name) typed \(event)") }
}
