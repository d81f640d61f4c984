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
    defer { try? FileManager.default.removeItem(at: folder) }
    let benchmark = RelayBenchmark()
    benchmark.timeDefaultMediators()
    benchmark.comparePosts()
    benchmark.compareSecondMediator()
    benchmark.compareDefaultMediator()
    benchmark.compareRequests()
    benchmark.compareConstruction()
    benchmark.compareManyMediators()
    benchmark.compareAttaching()
  }

  private func comparePosts() {
    compare(
      "one_listener_vs_bare_post", goal: 2.3, times: 4_000,
      Stage(mixedListeners(1)), Stage(blockObservers: 1))
    for count in [64, 1024] {
      for (suffix, listeners) in [
        ("", mixedListeners(count)), ("_both_methods", talkativeListeners(count)),
      ] {
        compare(
          "fanout_\(count)_vs_plain_loop\(suffix)", goal: 1.5, times: max(100, 40_000 / count),
          Stage(listeners), Stage(loopOver: listeners))
      }
    }
    let (sparse, many) = (sparseListeners(1024, interested: 10), mixedListeners(1024))
    compare(
      "sparse_1024_vs_plain_loop", goal: 1.5, times: 100, Stage(sparse), Stage(loopOver: sparse))
    compare(
      "fanout_1024_vs_block_observers", goal: 0.3, times: 40,
      Stage(many), Stage(isolatedBlocksFor: many))
    let (probed, plain) = (Stage(mixedListeners(8)), Stage(mixedListeners(8)))
    probed.mediator?.probe = SilentProbe()
    compare("probe_vs_plain_8", goal: 4, times: 2_000, probed, plain)
  }

  /// The same posts on two centers.
  private func compare(_ name: String, goal: Double, times: Int, _ one: Stage, _ other: Stage) {
    Turns(times: times, { one.post($0) }, { other.post($0) }).printRatio(name, goal: goal)
  }

  /// What another mediator with one listener adds on the same center.
  private func compareSecondMediator() {
    let (one, two) = (Stage(mixedListeners(1)), Stage(mixedListeners(1)))
    let bare = Stage(blockObservers: 1)
    let second = AppLifecycleMediator(
      listeners: mixedListeners(1), notificationCenter: two.center)
    let turns = Turns(
      times: 4_000, { one.post($0) }, { two.post($0) }, { bare.post($0) })
    turns.printRatio("second_mediator_vs_bare_post", of: { $0[1] - $0[0] }, to: { $0[2] })
    withExtendedLifetime(second) {}
  }

  /// 10,000 listeners are the largest list that matters: the list is copied at each change. Each size
  /// has its turn with as many attachments altogether as the others.
  private func compareAttaching() {
    let (sizes, most) = ([10, 10_000], 10_000)
    let listeners = distinctListeners(most)
    let mediators = sizes.map { _ in AppLifecycleMediator(notificationCenter: NotificationCenter())
    }
    let center = NotificationCenter()
    func side(_ index: Int) -> Turns.Side {
      { times in
        for _ in 0..<(times / sizes[index]) {
          for listener in listeners[..<sizes[index]] { mediators[index].attach(listener) }
          for listener in listeners[..<sizes[index]] { mediators[index].detach(listener) }
        }
      }
    }
    let turns = Turns(
      rounds: 31, times: most, side(0), side(1),
      { times in
        for _ in 0..<(times / 10) {
          let tokens = (0..<10).map { _ in
            center.addObserver(forName: Stage.name, object: nil, queue: nil) { _ in }
          }
          for token in tokens { center.removeObserver(token) }
        }
      })
    turns.printRatio("attach_detach_vs_foundation", to: { $0[2] })
    turns.printRatio("attach_detach_10000_vs_10", of: { $0[1] }, to: { $0[0] })
  }

  /// The one line, with 8 listeners and an event that changes the state: the log goes to a sink that
  /// does nothing, recorder and detector are on.
  private func compareDefaultMediator() {
    let center = NotificationCenter()
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notificationCenter: center, detail: EventLog(sink: { _ in }),
      detector: TerminationDetector(file: Self.folder.appendingPathComponent("last-run.json")))
    for listener in mixedListeners(8) { mediator.attach(listener) }
    center.post(.didFinishLaunching)
    center.post(.didBecomeActive)
    let bare = Stage(blockObservers: 1)
    let turns = Turns(
      rounds: 61, times: 200,
      { times in
        for _ in 0..<(times / 2) {
          center.post(.willResignActive)
          center.post(.didBecomeActive)
        }
      }, { bare.post($0) })
    turns.printRatio("default_mediator_vs_bare_post_8", goal: 20)
  }

  /// The first default mediator of the process, and others, each with a file of its own. Call it
  /// before the rest.
  private func timeDefaultMediators() {
    let clock = ContinuousClock()
    var mediators: [AppLifecycleMediator] = []
    let times = (0..<201).map { number in
      let file = Self.folder.appendingPathComponent("run-\(number)")
      let center = NotificationCenter()
      return clock.measure {
        mediators.append(
          .makeDefaultMediator(
            notificationCenter: center, detector: TerminationDetector(file: file)))
      }
    }
    withExtendedLifetime(mediators) {}
    printTime("default_mediator_first", times[0], goal: .milliseconds(2))
    printTime("default_mediator_made", times.dropFirst().sorted()[100], goal: .microseconds(200))
  }

  /// Prints a time that is compared with nothing: `time NAME MICROSECONDS`, then the goal.
  private func printTime(_ name: String, _ duration: Duration, goal: Duration) {
    let unit = Duration.microseconds(1)
    print(
      "time \(name) \(String(format: "%.1f", duration / unit)) us "
        + "(goal \(String(format: "%.0f", goal / unit))\(duration <= goal ? "" : ", missed"))")
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
    let turns = Turns(
      times: 500,
      { times in for _ in 0..<times { mediator.askToOpen(url) } },
      { times in
        for _ in 0..<times {
          for listener in listeners {
            guard let opener = listener as? any AppURLOpening else { continue }
            _ = opener.onAppOpenURL(url, options: AppURLOptions())
          }
        }
      })
    turns.printRatio("request_64_adopters_vs_loop", goal: 2)
  }

  /// A mediator with 8 listeners, against the bare calls that add and remove as many observers.
  private func compareConstruction() {
    let listeners = mixedListeners(8)
    let names = AppLifecycleVocabulary.current.namedEvents.compactMap {
      AppLifecycleVocabulary.current.name(for: $0)
    }
    let turns = Turns(
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
          let center = NotificationCenter()
          let tokens = names.map {
            center.addObserver(forName: $0, object: nil, queue: nil) { _ in }
          }
          for token in tokens { center.removeObserver(token) }
        }
      })
    turns.printRatio("construction_8_vs_observers", goal: 2)
  }

  /// Each of 1,000 mediators on one center that come and go, against each of 10.
  private func compareManyMediators() {
    func side(_ count: Int) -> Turns.Side {
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
    let turns = Turns(rounds: 11, times: 1_000, side(1_000), side(10))
    turns.printRatio("mediators_1000_vs_10", goal: 2)
  }
}

/// A probe that looks at nothing: what remains is the relay's own part.
private final class SilentProbe: AppLifecycleProbe {
  func didCall(_ call: AppLifecycleProbeCall) {}
}
