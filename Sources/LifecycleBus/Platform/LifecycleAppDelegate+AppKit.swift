#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit

  /// An app delegate that owns a mediator and translates what AppKit asks; nothing else.
  ///
  /// ```swift
  /// final class AppDelegate: LifecycleAppDelegate {
  ///   override class func makeMediator() -> AppLifecycleMediator {
  ///     AppLifecycleMediator(policy: .lifecycle) { Uploads() }
  ///   }
  /// }
  /// ```
  ///
  /// Life-cycle events come as notifications, so this class has no method for them. For remote
  /// notifications take ``RemoteNotificationLifecycleAppDelegate``.
  @MainActor
  open class LifecycleAppDelegate: NSObject, NSApplicationDelegate {
    /// Relays the events and asks the listeners.
    public let mediator: AppLifecycleMediator
    /// How long quitting waits for the holds, after a listener has said later.
    public var holdBudget: Duration = .seconds(25)

    /// Makes the delegate with the mediator of ``makeMediator()``, as AppKit and SwiftUI do.
    public override init() {
      mediator = Self.makeMediator()
      super.init()
    }

    /// Makes the delegate with a mediator of your own.
    public init(mediator: AppLifecycleMediator) {
      self.mediator = mediator
      super.init()
    }

    /// Makes the delegate with a mediator for these listeners, in this order, with the policy
    /// `.lifecycle`.
    public convenience init(listeners: [any AppLifecycleListener]) {
      self.init(mediator: AppLifecycleMediator(listeners: listeners, policy: .lifecycle))
    }

    /// Makes the mediator; override it to attach your listeners. By default one with the policy
    /// `.lifecycle` and no listener.
    open class func makeMediator() -> AppLifecycleMediator {
      AppLifecycleMediator(policy: .lifecycle)
    }

    /// Asks ``AppTerminationDeciding`` listeners.
    ///
    /// After later, AppKit is answered once, when the holds are released or ``holdBudget`` has run
    /// out.
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

    /// An app may become active while it waits to quit. That ends the mediator's wait and leaves
    /// the holds open, so the rest of the budget is waited for.
    private func waitForHolds() async {
      let clock = ContinuousClock()
      let end = clock.now + holdBudget
      repeat {
        await mediator.waitForHolds(upTo: clock.now.duration(to: end), clock: clock)
      } while !mediator.openHolds.isEmpty
    }

    /// Asks ``AppURLOpening`` listeners, for one URL after the other.
    open func application(_ application: NSApplication, open urls: [URL]) {
      for url in urls { mediator.askToOpen(url) }
    }

    /// Asks ``AppUserActivityAnnouncing`` listeners.
    open func application(
      _ application: NSApplication, willContinueUserActivityWithType userActivityType: String
    ) -> Bool {
      mediator.askWhetherToContinueUserActivity(type: userActivityType)
    }

    /// Asks ``AppUserActivityContinuing`` listeners, and hands the objects of all to AppKit, once.
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
    open func application(
      _ application: NSApplication, didFailToContinueUserActivityWithType userActivityType: String,
      error: any Error
    ) {
      mediator.tellOfFailedUserActivity(type: userActivityType, error: error)
    }

    /// Tells ``AppUserActivityWatching`` listeners.
    open func application(_ application: NSApplication, didUpdate userActivity: NSUserActivity) {
      mediator.tellOfUpdated(AppUserActivity(userActivity))
    }
  }
#endif
