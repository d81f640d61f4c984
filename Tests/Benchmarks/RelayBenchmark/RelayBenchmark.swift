import BenchmarkListeners
import Foundation
import LifecycleBus
import LifecycleBusDelegates
import Listeners

/// What the relay costs beside the code that would be written by hand. Ratios of one run; absolute
/// times are for orientation.
///
///     relay-benchmark
@main
@MainActor
struct RelayBenchmark {
  /// For the files of detectors.
  static let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("relay-benchmark-\(ProcessInfo.processInfo.processIdentifier)")

  static func main() throws {
    let benchmark = RelayBenchmark()
    // First, because it times the first one of the process.
    benchmark.timeDefaultMediators()

    benchmark.comparePosts()
    benchmark.compareManyListeners()
    benchmark.compareProbe()
    benchmark.compareSecondMediator()
    benchmark.compareDefaultMediator()
    benchmark.compareRequests()
    benchmark.compareConstruction()
    benchmark.compareManyMediators()
    benchmark.compareAttaching()

    try FileManager.default.removeItem(at: folder)
  }

  private func comparePosts() {
    compare(
      "one_listener_vs_bare_post", goal: 2.3, times: 4_000,
      Stage(mixedListeners(1)), Stage(blockObservers: 1))

    for count in [64, 1024] {
      let times = max(100, 40_000 / count)
      let mixed = mixedListeners(count)
      compare(
        "fanout_\(count)_vs_plain_loop", goal: 1.5, times: times,
        Stage(mixed), Stage(loopOver: mixed))
    }
  }

  private func compareManyListeners() {
    let sparse = sparseListeners(1024, interested: 10)
    compare(
      "sparse_1024_vs_plain_loop", goal: 1.5, times: 100, Stage(sparse), Stage(loopOver: sparse))

    let many = mixedListeners(1024)
    compare(
      "fanout_1024_vs_block_observers", goal: 0.3, times: 40,
      Stage(many), Stage(isolatedBlocksFor: many))
  }

  private func compareProbe() {
    let probed = Stage(mixedListeners(8))
    let plain = Stage(mixedListeners(8))
    probed.mediator?.probe = SilentProbe()

    compare("probe_vs_plain_8", goal: 4, times: 2_000, probed, plain)
  }

  /// The same posts on two centers.
  private func compare(_ name: String, goal: Double, times: Int, _ one: Stage, _ other: Stage) {
    let comparison = Comparison(times: times, { one.post($0) }, { other.post($0) })
    comparison.printRatio(name, goal: goal)
  }

  /// What another mediator with one listener adds on the same center.
  private func compareSecondMediator() {
    let one = Stage(mixedListeners(1))
    let two = Stage(mixedListeners(1))
    let bare = Stage(blockObservers: 1)
    let second = AppLifecycleMediator(
      listeners: mixedListeners(1), notificationCenter: two.center)

    let comparison = Comparison(
      times: 4_000, { one.post($0) }, { two.post($0) }, { bare.post($0) })

    comparison.printRatio("second_mediator_vs_bare_post", of: { $0[1] - $0[0] }, to: { $0[2] })
    withExtendedLifetime(second) {}
  }

  /// 10,000 listeners are the largest list that matters: the list is copied at each change. Each side
  /// makes as many attachments altogether as the others.
  private func compareAttaching() {
    let most = 10_000
    let listeners = distinctListeners(most)

    let comparison = Comparison(
      rounds: 31, times: most,
      attachingAndDetaching(listeners[..<10]), attachingAndDetaching(listeners[...]),
      addingAndRemovingObservers(10))

    comparison.printRatio("attach_detach_vs_foundation", to: { $0[2] })
    comparison.printRatio("attach_detach_10000_vs_10", of: { $0[1] }, to: { $0[0] })
  }

  /// Attaches all of these listeners and detaches them, as often as so many attachments take.
  private func attachingAndDetaching(
    _ listeners: ArraySlice<any AppLifecycleListener & AnyObject>
  ) -> Comparison.Side {
    let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())

    return { times in
      for _ in 0..<(times / listeners.count) {
        for listener in listeners {
          mediator.attach(listener)
        }
        for listener in listeners {
          mediator.detach(listener)
        }
      }
    }
  }

  private func addingAndRemovingObservers(_ count: Int) -> Comparison.Side {
    let center = NotificationCenter()

    return { times in
      for _ in 0..<(times / count) {
        let names = repeatElement(Stage.name, count: count)
        self.addAndRemoveObservers(names, on: center)
      }
    }
  }

  private func addAndRemoveObservers(
    _ names: some Sequence<Notification.Name>, on center: NotificationCenter
  ) {
    let tokens = names.map {
      center.addObserver(forName: $0, object: nil, queue: nil) { _ in }
    }
    for token in tokens {
      center.removeObserver(token)
    }
  }

  /// The one line, with 8 listeners and an event that changes the state: the log goes to a sink that
  /// does nothing, recorder and detector are on.
  private func compareDefaultMediator() {
    let center = NotificationCenter()
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notificationCenter: center, detail: EventLog(sink: { _ in }),
      detector: TerminationDetector(file: Self.folder.appendingPathComponent("last-run.json")))
    for listener in mixedListeners(8) {
      mediator.attach(listener)
    }
    center.post(.didFinishLaunching)
    center.post(.didBecomeActive)
    let bare = Stage(blockObservers: 1)

    let comparison = Comparison(
      rounds: 61, times: 200,
      { times in
        for _ in 0..<(times / 2) {
          center.post(.willResignActive)
          center.post(.didBecomeActive)
        }
      }, { bare.post($0) })

    comparison.printRatio("default_mediator_vs_bare_post_8", goal: 20)
  }

  /// The first default mediator of the process, and others, each with a file of its own.
  private func timeDefaultMediators() {
    var mediators: [AppLifecycleMediator] = []
    var times: [Duration] = []

    for number in 0..<201 {
      let file = Self.folder.appendingPathComponent("run-\(number)")
      let center = NotificationCenter()
      let time = ContinuousClock().measure {
        let mediator = AppLifecycleMediator.makeDefaultMediator(
          notificationCenter: center, detector: TerminationDetector(file: file))
        mediators.append(mediator)
      }
      times.append(time)
    }

    withExtendedLifetime(mediators) {}
    printTime("default_mediator_first", times[0], goal: .milliseconds(2))
    printTime("default_mediator_made", times.dropFirst().sorted()[100], goal: .microseconds(200))
  }

  /// Prints a time that is compared with nothing: `time NAME MICROSECONDS`, then the goal.
  private func printTime(_ name: String, _ duration: Duration, goal: Duration) {
    let time = String(format: "%.1f", duration / .microseconds(1))
    let limit = String(format: "%.0f", goal / .microseconds(1))
    let verdict = duration <= goal ? "" : ", missed"
    print("time \(name) \(time) us (goal \(limit)\(verdict))")
  }

  /// A request to 64 listeners that answer it, against a loop over the same listeners.
  private func compareRequests() {
    final class Opener: AppURLOpening {
      func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool { false }
    }
    let listeners: [any AppLifecycleListener] = (0..<64).map { _ in Opener() }
    let mediator = AppLifecycleMediator(
      listeners: listeners, notificationCenter: NotificationCenter())
    let url = URL(fileURLWithPath: "/")

    let comparison = Comparison(
      times: 500,
      { times in
        for _ in 0..<times {
          mediator.askToOpen(url)
        }
      },
      { times in
        for _ in 0..<times {
          for listener in listeners {
            guard let opener = listener as? any AppURLOpening else { continue }
            _ = opener.onAppOpenURL(url, options: AppURLOptions())
          }
        }
      })

    comparison.printRatio("request_64_adopters_vs_loop", goal: 2)
  }

  /// A mediator with 8 listeners, against the bare calls that add and remove as many observers.
  private func compareConstruction() {
    let listeners = mixedListeners(8)
    let names = AppLifecycleVocabulary.current.namedEvents.compactMap {
      AppLifecycleVocabulary.current.name(for: $0)
    }

    let comparison = Comparison(
      rounds: 61, times: 200,
      { times in
        for _ in 0..<times {
          let mediator = AppLifecycleMediator(
            listeners: listeners, notificationCenter: NotificationCenter())
          withExtendedLifetime(mediator) {}
        }
      },
      { times in
        for _ in 0..<times {
          self.addAndRemoveObservers(names, on: NotificationCenter())
        }
      })

    comparison.printRatio("construction_8_vs_observers", goal: 2)
  }

  /// Each of 1,000 mediators on one center that come and go, against each of 10.
  private func compareManyMediators() {
    func makingAndReleasing(_ count: Int) -> Comparison.Side {
      { times in
        for _ in 0..<(times / count) {
          let center = NotificationCenter()
          var mediators = (0..<count).map { _ in
            AppLifecycleMediator(listeners: mixedListeners(1), notificationCenter: center)
          }
          mediators = []
          _ = mediators
        }
      }
    }

    let comparison = Comparison(
      rounds: 11, times: 1_000, makingAndReleasing(1_000), makingAndReleasing(10))

    comparison.printRatio("mediators_1000_vs_10", goal: 2)
  }
}

/// A probe that looks at nothing: what remains is the relay's own part.
private final class SilentProbe: AppLifecycleProbe {
  func didCall(_ call: AppLifecycleProbeCall) {}
}
