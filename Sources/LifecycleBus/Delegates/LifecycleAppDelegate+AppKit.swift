#if canImport(AppKit) && !canImport(UIKit)
  public import AppKit
  public import LifecycleBus

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
  /// This class has no methods for events, because those arrive as notifications. Methods whose
  /// presence changes what AppKit does are yours to add: see "Delegate methods that you add". For
  /// remote notifications use `RemoteNotificationLifecycleAppDelegate` of the product
  /// `LifecycleBusRemoteNotifications`.
  @MainActor
  open class LifecycleAppDelegate: NSObject, NSApplicationDelegate {
    /// Relays the events, and asks the listeners.
    public let mediator: AppLifecycleMediator
    /// How long asynchronous requests wait, and how long Quit waits for the holds. The default is
    /// 25 seconds.
    public var requestDeadline = AppLifecycleMediator.requestDeadline

    /// Makes the delegate with the mediator of ``makeMediator()``.
    public override init() {
      mediator = Self.makeMediator()
      super.init()
    }

    /// Makes the mediator, with the policy `.lifecycle` and no listener. Override it to attach
    /// listeners.
    open class func makeMediator() -> AppLifecycleMediator {
      AppLifecycleMediator(policy: .lifecycle)
    }

    /// Asks ``AppLaunchPreparing`` listeners, and then ``AppLaunchHandling`` listeners. The launch
    /// notification follows.
    open func applicationWillFinishLaunching(_ notification: Notification) {
      _ = mediator.askToPrepareLaunch()
      mediator.askToHandleLaunch()
    }

    private var plan = QuitPlan()

    /// Asks ``AppTerminationDeciding`` listeners. If they agree, delivers the end to all listeners
    /// of the mediator, and waits for the holds.
    ///
    /// AppKit gets its answer when a listener refuses, when the holds are released, or
    /// ``requestDeadline`` after the last listener has agreed. At log-out
    /// the system waits for about 45 seconds. A second Quit while a listener decides changes
    /// nothing. A second Quit while holds are open ends the wait, unless it comes within a second.
    ///
    /// If you override this method, ask before you call `super`, because the listeners have
    /// received `willTerminate` afterwards. A Quit that a task, a block or a timer begins is
    /// cancelled, and made again in the next turn of the run loop.
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
      mediator.askWhetherWillContinue(type: userActivityType)
    }

    /// Asks ``AppUserActivityContinuing`` listeners, and passes the restoration objects of all of
    /// them to AppKit in one call.
    open func application(
      _ application: NSApplication, continue userActivity: NSUserActivity,
      restorationHandler: @escaping ([any NSUserActivityRestoring]) -> Void
    ) -> Bool {
      let answers = mediator.askToContinue(userActivity)
      let objects = answers.flatMap(\.objects).compactMap { $0 as? any NSUserActivityRestoring }
      if !objects.isEmpty { restorationHandler(objects) }
      return answers.contains(where: \.isHandled)
    }

    /// Tells ``AppUserActivityContinuing`` listeners.
    open func application(_ application: NSApplication, didUpdate userActivity: NSUserActivity) {
      mediator.ask((any AppUserActivityContinuing).self) {
        $0.onAppDidUpdateUserActivity(userActivity)
      }
    }

    /// Asks ``AppFileOpening`` listeners, shows the user the error if one fails, and then replies
    /// to AppKit. Your delegate calls this: see "Delegate methods that you add".
    public func openFiles(_ filenames: [String], replyingTo application: NSApplication) {
      let urls = filenames.map { URL(fileURLWithPath: $0) }
      startRequest { [mediator] in
        do {
          try await mediator.askToOpenFiles(urls)
          application.reply(toOpenOrPrint: .success)
        } catch is CancellationError {
          application.reply(toOpenOrPrint: .cancel)
        } catch {
          application.presentError(error)
          application.reply(toOpenOrPrint: .failure)
        }
      }
    }
  }

  extension AppLifecycleMediator {
    /// Takes the application's state as the initial state of a mediator that is made after the
    /// launch.
    ///
    /// Returns false if the mediator knows its state already. A hidden application is in the
    /// background. With `AppLifecycleVocabulary.appKitFocus`, an application without the focus is in
    /// the background too.
    @discardableResult
    public func assumeState(of application: NSApplication) -> Bool {
      let resigned: AppLifecycleState =
        vocabulary.hasBackground(of: .appKitFocus) ? .background : .inactive
      return assume(
        application.isHidden ? .background : application.isActive ? .active : resigned)
    }
  }
#endif
