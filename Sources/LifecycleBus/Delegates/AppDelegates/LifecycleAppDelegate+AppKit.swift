#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit
  public import LifecycleBus

  /// An app delegate that owns a mediator and forwards the requests of AppKit to its listeners.
  ///
  /// Subclass it, and attach your listeners in ``makeMediator()``. In an app with push, subclass
  /// `RemoteNotificationLifecycleAppDelegate` instead.
  ///
  /// AppKit finds the method for URLs and files only if you attach an ``AppURLOpening`` listener in
  /// ``makeMediator()``, or if your subclass overrides the method.
  @MainActor
  open class LifecycleAppDelegate: NSObject, NSApplicationDelegate {
    /// The mediator to which your listeners are attached.
    public let mediator: AppLifecycleMediator
    /// How long an asynchronous request waits for answers, and Quit for open holds. The default is
    /// 25 seconds.
    public var requestDeadline = AppLifecycleMediator.requestDeadline

    /// Makes the delegate and its mediator.
    public override init() {
      mediator = Self.makeMediator()
      super.init()
    }

    /// Makes the mediator, by default with the policy `.balanced`. Override this to attach your
    /// listeners.
    open class func makeMediator() -> AppLifecycleMediator {
      AppLifecycleMediator(policy: .balanced)
    }

    /// Calls ``AppLaunchPreparing`` and then ``AppLaunchHandling`` listeners, before the launch
    /// event.
    open func applicationWillFinishLaunching(_ notification: Notification) {
      _ = mediator.askToPrepareLaunch()
      mediator.askToHandleLaunch()
    }

    private var plan = QuitPlan()

    /// Asks the listeners whether the app may quit, and delivers `willTerminate` if they agree.
    ///
    /// 1. ``AppTerminationDeciding`` listeners are asked. If one answers `.later`, the delegate
    ///    waits for its decision.
    /// 2. If all agree, `willTerminate` is delivered.
    /// 3. The delegate waits for open holds, until ``requestDeadline``.
    ///
    /// If the user quits again during step 1, nothing changes. Quitting again during step 3 ends
    /// the wait, unless it comes within a second of the previous Quit.
    ///
    /// If a task, a dispatched block or a timer has called `terminate(_:)`, the delegate first
    /// answers `.terminateCancel`, and then quits again from the run loop.
    ///
    /// If you override this method to ask the user something, do that before you call `super`.
    open func applicationShouldTerminate(
      _ sender: NSApplication
    ) -> NSApplication.TerminateReply {
      let step = plan.quit(
        at: .now, servesMainQueue: nestedRunLoopServesMainQueue,
        hasEnded: mediator.state == .terminated)

      switch step {
      case .ask:
        return askWhetherToTerminate(sender)
      case .askFromRunLoop:
        quitFromRunLoop(sender)
        return .terminateCancel
      case .refuse:
        return .terminateCancel
      }
    }

    /// AppKit handles menus and Apple events outside of the run loop, which then serves the main
    /// queue while nested. An Apple event must never be cancelled: that ends a log-out.
    private var nestedRunLoopServesMainQueue: Bool {
      RunLoop.main.currentMode == nil || NSAppleEventManager.shared().currentAppleEvent != nil
    }

    private func quitFromRunLoop(_ application: NSApplication) {
      RunLoop.main.perform(inModes: [.common]) {
        MainActor.assumeIsolated {
          let isNext = self.plan.beginQuitFromRunLoop()
          guard isNext else { return }

          application.terminate(nil)
          self.plan.endQuitFromRunLoop()
        }
      }
    }

    private func askWhetherToTerminate(
      _ application: NSApplication
    ) -> NSApplication.TerminateReply {
      let reply = mediator.askWhetherToTerminate(holdBudget: requestDeadline) { mayQuit in
        if !mayQuit {
          self.plan.stay()
        }
        application.reply(toApplicationShouldTerminate: mayQuit)
      }

      switch reply {
      case .now:
        return .terminateNow
      case .later:
        return .terminateLater
      case .cancel:
        plan.stay()
        return .terminateCancel
      }
    }

    /// Tells ``AppUserActivityAwaiting`` listeners that an activity is being fetched.
    open func application(
      _ application: NSApplication, willContinueUserActivityWithType userActivityType: String
    ) -> Bool {
      mediator.announceActivity(of: userActivityType)
    }

    /// Offers the activity to ``AppUserActivityContinuing`` listeners, and passes on to AppKit the
    /// objects that are to restore it.
    open func application(
      _ application: NSApplication, continue userActivity: NSUserActivity,
      restorationHandler: @escaping ([any NSUserActivityRestoring]) -> Void
    ) -> Bool {
      mediator.askToContinue(userActivity, restore: restorationHandler)
    }

    /// Tells ``AppUserActivityContinuing`` listeners that an activity was updated.
    open func application(_ application: NSApplication, didUpdate userActivity: NSUserActivity) {
      mediator.passOnUpdate(of: userActivity)
    }

    // MARK: What AppKit sees if a listener adopts its protocol

    /// Offers each URL to ``AppURLOpening`` listeners. AppKit passes the URLs of files too.
    open func application(_ application: NSApplication, open urls: [URL]) {
      for url in urls {
        mediator.askToOpen(url)
      }
    }

    /// Tells ``AppUserActivityAwaiting`` listeners that an activity couldn't be fetched.
    open func application(
      _ application: NSApplication,
      didFailToContinueUserActivityWithType userActivityType: String, error: any Error
    ) {
      mediator.passOnFailure(ofActivity: userActivityType, error)
    }

    /// Returns false for the method for URLs and files, unless a listener or your subclass needs
    /// it.
    open nonisolated override func responds(to aSelector: Selector!) -> Bool {
      guard super.responds(to: aSelector), let aSelector else { return false }
      return shows(aSelector, of: LifecycleAppDelegate.self) { mediator }
    }
  }
#endif
