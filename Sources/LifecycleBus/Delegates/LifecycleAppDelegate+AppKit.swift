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
    /// Asks ``AppLaunchPreparing`` listeners, and then ``AppLaunchHandling`` listeners. The launch
    /// notification follows.
    ///
    /// - Parameter notification: The notification, as AppKit passes it.
    open func applicationWillFinishLaunching(_ notification: Notification) {
      _ = mediator.askAppWillFinishLaunching()
      mediator.askToHandleLaunch()
    }

    /// Asks ``AppStateRestorationDeciding`` listeners to encode; their answers are not used.
    ///
    /// - Parameters:
    ///   - app: The application, as AppKit passes it.
    ///   - coder: Where the listeners encode what belongs to the state.
    open func application(_ app: NSApplication, willEncodeRestorableState coder: NSCoder) {
      _ = mediator.askWhetherToSaveState(with: coder)
    }

    /// Asks ``AppStateRestorationDeciding`` listeners to decode; their answers are not used.
    ///
    /// - Parameters:
    ///   - app: The application, as AppKit passes it.
    ///   - coder: The state that was saved.
    open func application(_ app: NSApplication, didDecodeRestorableState coder: NSCoder) {
      _ = mediator.askWhetherToRestoreState(with: coder)
    }

    /// How long quitting waits for the holds, from the moment on in which every listener agrees.
    public var holdBudget: Duration = .seconds(25)
    /// Whether AppKit waits for the reply after `.terminateLater`.
    private var isDeciding = false

    /// Asks ``AppTerminationDeciding`` listeners.
    ///
    /// After `.later`, AppKit gets one reply: no as soon as a listener refuses, or yes when all have
    /// agreed and the holds are released or ``holdBudget`` has run out. Quit in the meantime is
    /// cancelled; the first one goes on.
    ///
    /// - Parameter sender: The application that is about to quit.
    /// - Returns: What the listeners decided, as AppKit's reply.
    open func applicationShouldTerminate(
      _ sender: NSApplication
    ) -> NSApplication.TerminateReply {
      if isDeciding { return .terminateCancel }
      isDeciding = true
      let reply = mediator.askWhetherToTerminate(holdBudget: holdBudget) { mayQuit in
        self.isDeciding = false
        sender.reply(toApplicationShouldTerminate: mayQuit)
      }
      isDeciding = reply == .later
      return switch reply {
      case .now: .terminateNow
      case .cancel: .terminateCancel
      case .later: .terminateLater
      }
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
