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
    open func application(_ app: NSApplication, willEncodeRestorableState coder: NSCoder) {
      mediator.ask((any AppStateRestorationDeciding).self) { $0.onAppShouldSaveState(with: coder) }
    }

    /// Asks ``AppStateRestorationDeciding`` listeners to decode; their answers are not used.
    open func application(_ app: NSApplication, didDecodeRestorableState coder: NSCoder) {
      mediator.ask((any AppStateRestorationDeciding).self) {
        $0.onAppShouldRestoreState(with: coder)
      }
    }

    private var plan = QuitPlan()

    /// Asks ``AppTerminationDeciding`` listeners. If they agree, delivers the end to all listeners
    /// of the mediator, and waits for the holds.
    ///
    /// AppKit gets its answer when a listener refuses, or when the holds are released or
    /// ``LifecycleAppDelegateBase/requestDeadline`` has run out, from the moment on in which every
    /// listener agrees. At log-out the system waits for about 45 seconds. Quit while a listener decides is cancelled, and the first one
    /// goes on. Quit while holds are open, a second or more after the one before, ends the wait.
    ///
    /// A Quit that begins in a task, a block or a timer is cancelled, and made again in the next turn
    /// of the run loop; one that the system asks for is not. A subclass that asks for itself does so
    /// before it calls `super`, because the listeners have received `willTerminate` afterwards.
    ///
    /// - Parameter sender: The application that is about to quit.
    /// - Returns: What the listeners decided, as AppKit's reply.
    open func applicationShouldTerminate(
      _ sender: NSApplication
    ) -> NSApplication.TerminateReply {
      // Only a run loop that runs calls blocks of the main queue. AppKit handles menus and Apple
      // events outside of it; where it does not, an Apple event still must not be cancelled, because
      // that ends a log-out.
      let servesMainQueue =
        RunLoop.main.currentMode == nil || NSAppleEventManager.shared().currentAppleEvent != nil
      let step = plan.quit(
        at: .now, servesMainQueue: servesMainQueue, hasEnded: mediator.state == .terminated)
      switch step {
      case .refuse: return .terminateCancel
      case .askFromRunLoop:
        RunLoop.main.perform(inModes: [.common]) {
          MainActor.assumeIsolated { self.quitAgain(sender) }
        }
        return .terminateCancel
      case .ask: break
      }
      let reply = mediator.askWhetherToTerminate(holdBudget: requestDeadline) { mayQuit in
        if !mayQuit { self.plan.stay() }
        sender.reply(toApplicationShouldTerminate: mayQuit)
      }
      switch reply {
      case .now: return .terminateNow
      case .later: return .terminateLater
      case .cancel:
        plan.stay()
        return .terminateCancel
      }
    }

    private func quitAgain(_ application: NSApplication) {
      guard plan.beginTurn() else { return }
      application.terminate(nil)
      plan.endTurn()
    }

    /// Asks ``AppUserActivityContinuing`` listeners.
    open func application(
      _ application: NSApplication, willContinueUserActivityWithType userActivityType: String
    ) -> Bool {
      mediator.ask((any AppUserActivityContinuing).self) {
        $0.onAppWillContinueUserActivity(type: userActivityType)
      }.contains(true)
    }

    /// Asks ``AppUserActivityContinuing`` listeners, and passes the restoration objects of all of
    /// them to AppKit in one call.
    open func application(
      _ application: NSApplication, continue userActivity: NSUserActivity,
      restorationHandler: @escaping ([any NSUserActivityRestoring]) -> Void
    ) -> Bool {
      let answer = mediator.askToContinue(AppUserActivity(userActivity))
      let objects = answer.restorationObjects.compactMap { $0 as? any NSUserActivityRestoring }
      if !objects.isEmpty { restorationHandler(objects) }
      return answer.isHandled
    }

    /// Tells ``AppUserActivityContinuing`` listeners.
    open func application(_ application: NSApplication, didUpdate userActivity: NSUserActivity) {
      let activity = AppUserActivity(userActivity)
      mediator.ask((any AppUserActivityContinuing).self) { $0.onAppDidUpdateUserActivity(activity) }
    }

    /// Asks ``AppFileOpening`` listeners, and replies to AppKit when their answer has come. An error of
    /// a listener is shown to the user first. A line in your delegate calls it: see the page "Delegate methods that you add".
    ///
    /// - Parameters:
    ///   - filenames: The paths of the files, as AppKit passes them.
    ///   - application: The application, which receives the reply.
    public func openFiles(_ filenames: [String], replyingTo application: NSApplication) {
      let urls = filenames.map { URL(fileURLWithPath: $0) }
      mediator.startRequest { [mediator] in
        switch await mediator.askToOpenFiles(urls) {
        case .opened: application.reply(toOpenOrPrint: .success)
        case .cancelled: application.reply(toOpenOrPrint: .cancel)
        case .failed(let error):
          application.presentError(error)
          application.reply(toOpenOrPrint: .failure)
        }
      }
    }
  }
#endif
