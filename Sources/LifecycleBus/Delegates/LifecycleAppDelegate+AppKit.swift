#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit
  import LifecycleBus

  /// An app delegate that owns a mediator and forwards the requests of AppKit to its listeners.
  ///
  /// ```swift
  /// final class AppDelegate: LifecycleAppDelegate {
  ///   override class func makeMediator() -> AppLifecycleMediator {
  ///     AppLifecycleMediator(policy: .lifecycle) { Uploads() }
  ///   }
  /// }
  /// ```
  ///
  /// Life-cycle events arrive as notifications, so that this class has no method for them. It
  /// implements only methods whose mere presence changes nothing. The others are one line each in
  /// your subclass; the page "Delegate methods that you add" lists them. For remote notifications
  /// use `RemoteNotificationLifecycleAppDelegate` of the product `LifecycleBusRemoteNotifications`.
  @MainActor
  open class LifecycleAppDelegate: LifecycleAppDelegateBase, NSApplicationDelegate {
    /// How long quitting waits for the holds after a listener has answered `.later`.
    public var holdBudget: Duration = .seconds(25)

    /// Asks ``AppTerminationDeciding`` listeners.
    ///
    /// After `.later`, AppKit gets one reply: when the holds are released, or when ``holdBudget``
    /// has run out.
    ///
    /// - Parameter sender: The application that is about to quit.
    /// - Returns: What the listeners decided, as AppKit's reply.
    open func applicationShouldTerminate(
      _ sender: NSApplication
    ) -> NSApplication.TerminateReply {
      switch mediator.askWhetherToTerminate() {
      case .now: return .terminateNow
      case .cancel: return .terminateCancel
      case .later:
        Task {
          await waitForHolds()
          sender.reply(toApplicationShouldTerminate: true)
        }
        return .terminateLater
      }
    }

    /// Waits for the holds within the budget. An app that becomes active meanwhile ends the
    /// mediator's wait and leaves the holds open, so that the rest of the budget is waited for
    /// here.
    private func waitForHolds() async {
      let clock = ContinuousClock()
      let end = clock.now + holdBudget
      repeat {
        await mediator.waitForHolds(upTo: clock.now.duration(to: end), clock: clock)
      } while !mediator.openHolds.isEmpty
    }

    /// Asks ``AppUserActivityAnnouncing`` listeners.
    ///
    /// - Parameters:
    ///   - application: The application, as AppKit passes it.
    ///   - userActivityType: The type of the activity that is being fetched.
    /// - Returns: Whether a listener shows it.
    open func application(
      _ application: NSApplication, willContinueUserActivityWithType userActivityType: String
    ) -> Bool {
      mediator.askWhetherToContinueUserActivity(type: userActivityType)
    }

    /// Asks ``AppUserActivityContinuing`` listeners, and passes the restoration objects of all of
    /// them to AppKit in one call.
    ///
    /// - Parameters:
    ///   - application: The application, as AppKit passes it.
    ///   - userActivity: The activity that the user goes on with.
    ///   - restorationHandler: Receives the restoration objects of all listeners, once.
    /// - Returns: Whether a listener took the activity.
    open func application(
      _ application: NSApplication, continue userActivity: NSUserActivity,
      restorationHandler: @escaping ([any NSUserActivityRestoring]) -> Void
    ) -> Bool {
      let answer = mediator.askToContinue(AppUserActivity(userActivity))
      let objects = answer.restorationObjects.compactMap { $0 as? any NSUserActivityRestoring }
      if !objects.isEmpty { restorationHandler(objects) }
      return answer.isHandled
    }

    /// Tells ``AppUserActivityWatching`` listeners.
    ///
    /// - Parameters:
    ///   - application: The application, as AppKit passes it.
    ///   - userActivity: The activity that has changed.
    open func application(_ application: NSApplication, didUpdate userActivity: NSUserActivity) {
      mediator.tellOfUpdated(AppUserActivity(userActivity))
    }
  }
#endif
