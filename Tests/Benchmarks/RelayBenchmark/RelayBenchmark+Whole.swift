import BenchmarkListeners
import Foundation
import LifecycleBus
import LifecycleBusDelegates
import Listeners

extension RelayBenchmark {
  /// The one line, with 8 listeners and an event that changes the state: the log goes to a sink that
  /// does nothing, recorder and detector are on.
  func compareDefaultMediator() {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("relay-benchmark-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let center = NotificationCenter()
    let mediator = AppLifecycleMediator.makeDefaultMediator(
      notificationCenter: center, detail: EventLog(sink: { _ in }),
      detector: TerminationDetector(file: folder.appendingPathComponent("last-run.json")))
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
    results.add(
      "default_mediator_vs_bare_post_8", turns.median { $0[0] / $0[1] }, goal: 20,
      turns.nanoseconds(0), beside: turns.nanoseconds(1))
  }

  /// The first default mediator of the process, and others, each with a file of its own. Call it
  /// before the rest.
  func timeDefaultMediators() {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("relay-benchmark-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let clock = ContinuousClock()
    var mediators: [AppLifecycleMediator] = []
    let times = (0..<201).map { number in
      let file = folder.appendingPathComponent("run-\(number)")
      let center = NotificationCenter()
      return clock.measure {
        mediators.append(
          .makeDefaultMediator(
            notificationCenter: center, detector: TerminationDetector(file: file)))
      }
    }
    withExtendedLifetime(mediators) {}
    results.add("default_mediator_first", times[0], goal: .milliseconds(2))
    results.add(
      "default_mediator_made", times.dropFirst().sorted()[100], goal: .microseconds(200))
  }

  /// A request to 64 listeners that answer it, against a loop over the same listeners.
  func compareRequests() {
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
    results.add(
      "request_64_adopters_vs_loop", turns.median { $0[0] / $0[1] }, goal: 2,
      turns.nanoseconds(0), beside: turns.nanoseconds(1))
  }

  /// A mediator with 8 listeners, against the bare calls that add and remove as many observers.
  func compareConstruction() {
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
    results.add(
      "construction_8_vs_observers", turns.median { $0[0] / $0[1] }, goal: 2,
      turns.nanoseconds(0), beside: turns.nanoseconds(1))
  }

  /// Each of 1,000 mediators on one center that come and go, against each of 10.
  func compareManyMediators() {
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
    results.add(
      "mediators_1000_vs_10", turns.median { $0[0] / $0[1] }, goal: 2,
      turns.nanoseconds(0), beside: turns.nanoseconds(1))
  }
}
