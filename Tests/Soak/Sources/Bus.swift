#if os(Linux)
  import Foundation
  import LifecycleBus
  import TestSupport

  /// The center of the soak and the two mediators that stay.
  @MainActor
  final class Bus {
    let center = NotificationCenter()
    /// Has the signal source.
    let first: AppLifecycleMediator
    /// Relays as posted.
    let second: AppLifecycleMediator
    let firstCount = EventCount()
    let secondCount = EventCount()
    let suspensions: SuspensionCount
    private(set) var problems: [String] = []
    private(set) var postedOffMain = 0
    private(set) var expiredRequests = 0

    init(planted: PlantedFault?) {
      suspensions = SuspensionCount(missesOne: planted == .torn)
      first = AppLifecycleMediator(
        listeners: [firstCount, suspensions], policy: .lifecycle, notificationCenter: center)
      second = AppLifecycleMediator(listeners: [secondCount], notificationCenter: center)
      first.onAnomaly = { [unowned self] anomaly in
        switch anomaly {
        case .postedOffMain: postedOffMain += 1
        case .attachedAfterLaunch: break
        // Nothing that is posted here breaks a rule, and all holds and answers come in time.
        default: note("\(anomaly)")
        }
      }
      second.onAnomaly = { [unowned self] anomaly in
        if case .requestExpired = anomaly { expiredRequests += 1 }
      }
    }

    /// Keeps a problem for the end, unless there are many.
    func note(_ problem: String) {
      if problems.count < 20 { problems.append(problem) }
    }
  }

  /// A part of the load.
  @MainActor
  protocol Load: AnyObject {
    /// Does one thing, in a turn of the main actor and outside every callback.
    func act(_ random: inout SeededGenerator)
    /// Lets go of all it has made.
    func finish() async
    /// Says how much was done.
    func count(in totals: inout Totals)
  }
#endif
