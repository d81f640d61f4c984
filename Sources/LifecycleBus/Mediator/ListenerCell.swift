/// One listener where the relay calls it: in place, in memory that does not move while events are
/// relayed.
///
/// Not copyable, so that a call through it copies no existential. The copy (an atomic retain and
/// release) is most of what a loop over `[any AppLifecycleListener]` costs.
struct ListenerCell: ~Copyable {
  /// The listener, or `NoListener` where the seat holds it weakly or it has gone.
  var listener: any AppLifecycleListener
  /// Who sits here; `nil` once the listener has been removed.
  var seat: ListenerSeat?
  /// What the relay has to do here; kept beside the listener, so that a visit reads one place.
  var occupancy: Occupancy

  enum Occupancy: UInt8 {
    case kept, weak, vacant
  }
}

extension ListenerCell {
  /// A cell outside any table, for calling one listener.
  init(_ listener: any AppLifecycleListener) {
    self.init(listener: listener, seat: nil, occupancy: .kept)
  }

  /// Tells the listener of an event: the method that is named after it, then the one for all
  /// events.
  ///
  /// In this type, because a call through a copyable place would copy the existential first.
  @MainActor @inline(__always)
  func tell(_ event: AppLifecycleEvent, _ context: AppLifecycleContext) {
    callMethod(for: event)
    // A listener that has just detached itself hears nothing more.
    if occupancy != .vacant { listener.onAppEvent(event, context: context) }
  }

  /// Calls the one method that is named after the event.
  @MainActor
  func callMethod(for event: AppLifecycleEvent) {
    switch event {
    case .didFinishLaunching: listener.onAppDidFinishLaunching()
    case .willEnterForeground: listener.onAppWillEnterForeground()
    case .didBecomeActive: listener.onAppDidBecomeActive()
    case .willResignActive: listener.onAppWillResignActive()
    case .didEnterBackground: listener.onAppDidEnterBackground()
    case .willTerminate: listener.onAppWillTerminate()
    case .didReceiveMemoryWarning: listener.onAppDidReceiveMemoryWarning()
    case .significantTimeChange: listener.onAppSignificantTimeChange()
    case .protectedDataWillBecomeUnavailable: listener.onAppProtectedDataWillBecomeUnavailable()
    case .protectedDataDidBecomeAvailable: listener.onAppProtectedDataDidBecomeAvailable()
    case .backgroundRefreshStatusDidChange: listener.onAppBackgroundRefreshStatusDidChange()
    case .userDidTakeScreenshot: listener.onAppUserDidTakeScreenshot()
    case .systemWillSleep: listener.onAppSystemWillSleep()
    case .systemDidWake: listener.onAppSystemDidWake()
    }
  }
}

/// What a cell holds when nobody sits in it.
struct NoListener: AppLifecycleListener {}
