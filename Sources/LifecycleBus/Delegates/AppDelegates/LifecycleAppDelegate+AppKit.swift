#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit
  public import LifecycleBus

  /// An app delegate that owns a mediator and forwards the requests of AppKit to its listeners.
  ///
  /// For push use `RemoteNotificationLifecycleAppDelegate`.
  ///
  /// AppKit behaves differently if a delegate has one of the methods for URLs, files, reopening and
  /// the last window. AppKit sees it only if a listener that is attached in ``makeMediator()`` adopts
  /// its protocol, or if your subclass overrides it.
  @MainActor
  open class LifecycleAppDelegate: NSObject, NSApplicationDelegate {
    /// Relays the events, and asks the listeners.
    public let mediator: AppLifecycleMediator
    /// How long asynchronous requests wait, and Quit for the holds: 25 seconds by default.
    public var requestDeadline = AppLifecycleMediator.requestDeadline

    /// Makes the delegate and its mediator.
    public override init() {
      mediator = Self.makeMediator()
      super.init()
    }

    /// Makes the mediator, with the policy `.balanced`. Override it to attach listeners.
    open class func makeMediator() -> AppLifecycleMediator {
      AppLifecycleMediator(policy: .balanced)
    }

    /// Asks ``AppLaunchPreparing`` and then ``AppLaunchHandling`` listeners, before the launch event.
    open func applicationWillFinishLaunching(_ notification: Notification) {
      _ = mediator.askToPrepareLaunch()
      mediator.askToHandleLaunch()
    }

    private var plan = QuitPlan()

    /// Asks ``AppTerminationDeciding`` listeners. If they agree, delivers the end, and waits for the
    /// holds until ``requestDeadline``.
    ///
    /// A second Quit while a listener decides changes nothing. While holds are open it ends the wait,
    /// unless it comes within a second.
    ///
    /// If you override this method, ask before you call `super`, because the listeners have received
    /// `willTerminate` afterwards. A Quit that a task, a block or a timer begins is cancelled, and
    /// made again from the run loop.
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

    /// Only a run loop that runs calls blocks of the main queue. AppKit handles menus and Apple
    /// events outside of it; where it doesn't, an Apple event still must not be cancelled, because
    /// that ends a log-out.
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

    /// Asks ``AppUserActivityContinuing`` listeners.
    open func application(
      _ application: NSApplication, willContinueUserActivityWithType userActivityType: String
    ) -> Bool {
      mediator.askWhetherWillContinue(type: userActivityType)
    }

    /// Asks ``AppUserActivityContinuing`` listeners, and passes all their restoration objects on.
    open func application(
      _ application: NSApplication, continue userActivity: NSUserActivity,
      restorationHandler: @escaping ([any NSUserActivityRestoring]) -> Void
    ) -> Bool {
      let answers = mediator.askToContinue(userActivity)
      let objects = answers.flatMap(\.objects).compactMap { $0 as? any NSUserActivityRestoring }
      if !objects.isEmpty {
        restorationHandler(objects)
      }
      return answers.contains(where: \.isHandled)
    }

    /// Tells ``AppUserActivityContinuing`` listeners.
    open func application(_ application: NSApplication, didUpdate userActivity: NSUserActivity) {
      mediator.ask((any AppUserActivityContinuing).self) {
        $0.onAppDidUpdateUserActivity(userActivity)
      }
    }

    // MARK: What AppKit sees if a listener adopts its protocol

    /// Asks ``AppURLOpening`` listeners. AppKit no longer calls the methods for files then.
    open func application(_ application: NSApplication, open urls: [URL]) {
      for url in urls {
        mediator.askToOpen(url)
      }
    }

    /// Asks ``AppFileOpening`` listeners, shows an error, and replies to AppKit, whose document
    /// controller opens no files then.
    open func application(_ sender: NSApplication, openFiles filenames: [String]) {
      let urls = filenames.map { URL(fileURLWithPath: $0) }

      startRequest { [mediator] in
        do {
          try await mediator.askToOpenFiles(urls)
          sender.reply(toOpenOrPrint: .success)
        } catch is CancellationError {
          sender.reply(toOpenOrPrint: .cancel)
        } catch {
          sender.presentError(error)
          sender.reply(toOpenOrPrint: .failure)
        }
      }
    }

    /// Tells ``AppUserActivityFailing`` listeners.
    open func application(
      _ application: NSApplication,
      didFailToContinueUserActivityWithType userActivityType: String, error: any Error
    ) {
      mediator.ask((any AppUserActivityFailing).self) {
        $0.onAppDidFailToContinueUserActivity(type: userActivityType, error: error)
      }
    }

    /// Asks ``AppWindowlessDeciding`` listeners. One no is the answer.
    open func applicationShouldHandleReopen(
      _ sender: NSApplication, hasVisibleWindows flag: Bool
    ) -> Bool {
      mediator.ask((any AppWindowlessDeciding).self) {
        $0.onAppShouldReopen(hasVisibleWindows: flag)
      }.allSatisfy { $0 }
    }

    /// Asks ``AppWindowlessDeciding`` listeners. One yes is the answer.
    open func applicationShouldTerminateAfterLastWindowClosed(_ sender: NSApplication) -> Bool {
      mediator.ask((any AppWindowlessDeciding).self) {
        $0.onAppShouldTerminateAfterLastWindowClosed()
      }.contains(true)
    }

    private static let optInMethods = OptInMethods([
      "application:openURLs:": { $0 is any AppURLOpening },
      "application:openFiles:": { $0 is any AppFileOpening },
      "application:didFailToContinueUserActivityWithType:error:": {
        $0 is any AppUserActivityFailing
      },
      "applicationShouldHandleReopen:hasVisibleWindows:": { $0 is any AppWindowlessDeciding },
      "applicationShouldTerminateAfterLastWindowClosed:": { $0 is any AppWindowlessDeciding },
    ])

    /// False for a method that nobody has asked for.
    open nonisolated override func responds(to aSelector: Selector!) -> Bool {
      guard super.responds(to: aSelector), let aSelector else { return false }
      if overrides(aSelector) { return true }

      // AppKit asks on the main actor.
      var isHidden = false
      _ = MainActorContext.runIfCurrent {
        isHidden = Self.optInMethods.isHidden(aSelector, from: mediator)
      }
      return !isHidden
    }

    /// True if a subclass has a method of its own.
    private nonisolated func overrides(_ selector: Selector) -> Bool {
      let own = unsafe type(of: self).instanceMethod(for: selector)
      return unsafe own != LifecycleAppDelegate.instanceMethod(for: selector)
    }
  }
#endif
