#if os(Linux)
  import Foundation
  import LifecycleBus
  import LifecycleBusDelegates
  import TestSupport

  /// Requests that are answered at once, later, or not before their deadline; and holds that are
  /// released in time.
  @MainActor
  final class Asking: Load {
    private let bus: Bus
    private var pending: [Int: Task<Void, Never>] = [:]
    private var holds: [AppLifecycleHold] = []
    private var (asked, askedLater, askedInVain, held) = (0, 0, 0, 0)
    private let url = URL(filePath: "/soak")

    init(_ bus: Bus) {
      self.bus = bus
      bus.second.attach(Dawdling())
      bus.first.on(.didEnterBackground) { [unowned self] _ in
        // The process stops when all are released: those of the load now, and one more a bit later.
        holds = []
        held += 1
        let hold = bus.first.hold("background")
        Task {
          await Task.yield()
          hold.release()
        }
      }
    }

    func act(_ random: inout SeededGenerator) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        asked += 1
        if !bus.first.askToOpen(url) { bus.note("a URL was not opened") }
      case 1: askLater()
      case 2 where bus.first.state == .active && holds.count < 8:
        held += 1
        holds.append(bus.first.hold("work"))
      default: if !holds.isEmpty { holds.removeFirst().release() }
      }
    }

    private func askLater() {
      guard pending.count < 8 else { return }
      askedLater += 1
      let number = askedLater
      let isInVain = number.isMultiple(of: 4)
      if isInVain { askedInVain += 1 }
      pending[number] = Task { [bus] in
        let result =
          isInVain
          ? await bus.second.askToFetchInBackground(deadline: .milliseconds(20))
          : await bus.first.askToFetchInBackground()
        if result != (isInVain ? .failed : .newData) { bus.note("a fetch was \(result)") }
        pending[number] = nil
      }
    }

    func finish() async {
      holds = []
      for task in pending.values { await task.value }
      if bus.expiredRequests != askedInVain {
        bus.note("\(bus.expiredRequests) of \(askedInVain) deadlines were reported")
      }
    }

    func count(in totals: inout Totals) {
      totals.requests = asked + askedLater
      totals.asynchronousRequests = askedLater
      totals.expiredRequests = askedInVain
      totals.holds += held
    }
  }
#endif
