#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit
  import LifecycleBus

  /// An app delegate that owns a mediator and passes the requests of AppKit on to its listeners.
  ///
  /// ```swift
  /// final class AppDelegate: LifecycleAppDelegate {
  ///   override class func makeMediator() -> AppLifecycleMediator {
  ///     AppLifecycleMediator(policy: .lifecycle) { Uploads() }
  ///   }
  /// }
  /// ```
  ///
  /// Life-cycle events arrive as notifications, so there is no method for them. The class
  /// implements only methods that change nothing by being there. You add the others: see the page
  /// "Delegate methods that you add". For remote notifications use
  /// `RemoteNotificationLifecycleAppDelegate`.
  @MainActor
  open class LifecycleAppDelegate: LifecycleAppDelegateBase, NSApplicationDelegate {
    /// Asks ``AppLaunchPreparing`` listeners, and then ``AppLaunchHandling`` listeners.
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

    /// Asks ``AppTerminationDeciding`` listeners. If all agree, delivers the end and waits for the
    /// holds.
    ///
    /// From the last yes on, this takes at most ``LifecycleAppDelegateBase/requestDeadline``; at
    /// log-out the system waits for about 45 seconds. A second Quit while a listener decides is
    /// cancelled, and the first goes on. A Quit while holds are open, a second or more after the
    /// one before, ends the wait.
    ///
    /// A Quit that begins in a task, a block or a timer is cancelled, and made again in the next
    /// turn of the run loop; one of the system is not. A subclass asks its own questions before it
    /// calls `super`, because the listeners have received `willTerminate` afterwards.
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

    /// Asks ``AppUserActivityContinuing`` listeners whether one shows it.
    open func application(
      _ application: NSApplication, willContinueUserActivityWithType userActivityType: String
    ) -> Bool {
      mediator.ask((any AppUserActivityContinuing).self) {
        $0.onAppWillContinueUserActivity(type: userActivityType)
      }.contains(true)
    }

    /// Asks ``AppUserActivityContinuing`` listeners, and passes the restoration objects of all on,
    /// once.
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

    /// Asks ``AppFileOpening`` listeners, and replies to AppKit when they have answered.
    ///
    /// An error of a listener is shown to the user first. Your delegate calls this: see "Delegate
    /// methods that you add".
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
