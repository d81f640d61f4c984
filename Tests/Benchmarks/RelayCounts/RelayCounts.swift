import BenchmarkListeners
import Foundation
import LifecycleBus
import LifecycleBusDelegates
import Listeners

/// One kind of work, so many times, and nothing else: for a tool that counts what the machine does
/// meanwhile.
///
///     relay-counts KIND TIMES [LISTENERS]
///     relay-counts growth_KIND UNITS
@main
struct RelayCounts {
  @MainActor
  static let kinds: [String: @MainActor (_ times: Int, _ listeners: Int) -> Void] = [
    // Posts to one block observer.
    "bare": { times, _ in post(Stage(blockObservers: 1), times) },
    // Posts through a mediator to listeners that implement the event.
    "relay": { post(Stage(mixedListeners($1)), $0) },
    // The same with listeners of which one in ten implements the event.
    "sparse": { post(Stage(sparseListeners($1, interested: max(1, $1 / 10))), $0) },
    // The same with a probe.
    "probed": {
      let stage = Stage(mixedListeners($1))
      let probe = SilentProbe()
      stage.mediator?.probe = probe
      post(stage, $0)
    },
    // Posts through two mediators with one listener each.
    "second": { times, _ in
      let stage = Stage(mixedListeners(1))
      let second = AppLifecycleMediator(
        listeners: mixedListeners(1), notificationCenter: stage.center)
      post(stage, times)
      withExtendedLifetime(second) {}
    },
    // Attachments and detachments of one object beside others.
    "attach": { times, count in
      let stage = Stage(mixedListeners(count))
      for listener in distinctListeners(1) {
        for _ in 0..<times {
          stage.mediator?.attach(listener)
          stage.mediator?.detach(listener)
        }
      }
    },
    // Mediators that are made and go.
    "make": { times, count in
      let listeners = mixedListeners(count)
      let center = NotificationCenter()
      for _ in 0..<times {
        let mediator = AppLifecycleMediator(listeners: listeners, notificationCenter: center)
        withExtendedLifetime(mediator) {}
      }
    },
    // Objects that are attached so many times, once or not at all, and live when the process ends.
    "live": { times, count in
      let listeners = distinctListeners(count)
      let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())
      for _ in 0..<times { for listener in listeners { mediator.attach(listener) } }
      withExtendedLifetime((mediator, listeners)) { exit(0) }
    },
    // As many bare observers as a mediator has, added and removed.
    "observers": { times, _ in
      let center = NotificationCenter()
      let vocabulary = AppLifecycleVocabulary.current
      let names = vocabulary.namedEvents.compactMap { vocabulary.name(for: $0) }
      for _ in 0..<times {
        let tokens = names.map { center.addObserver(forName: $0, object: nil, queue: nil) { _ in } }
        for token in tokens { center.removeObserver(token) }
      }
    },
    // Pairs of events that change the state, through the default mediator; its log goes nowhere.
    "default": { times, count in
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("relay-counts-\(ProcessInfo.processInfo.processIdentifier)")
      defer { try? FileManager.default.removeItem(at: file) }
      let center = NotificationCenter()
      let mediator = AppLifecycleMediator.makeDefaultMediator(
        notificationCenter: center, log: .everything(to: { _ in }),
        detector: TerminationDetector(file: file)
      ) { mixedListeners(count) }
      center.post(.didFinishLaunching)
      center.post(.didBecomeActive)
      for _ in 0..<times {
        center.post(.willResignActive)
        center.post(.didBecomeActive)
      }
      withExtendedLifetime(mediator) {}
    },
    // Ways to the background and back: four events each.
    "empty": { times, count in cycle((0..<count).map { _ in EmptyListener() }, times) },
    "return": { times, count in
      let actions = (0..<count).map { _ in
        ReturnAction(atMostEvery: .seconds(300)) { _ in }
      }
      cycle(actions, times)
    },
    "history": { times, count in
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("relay-counts-\(ProcessInfo.processInfo.processIdentifier)")
      cycle((0..<count).map { _ in LaunchHistory(file: file) }, times)
      try? FileManager.default.removeItem(at: file)
      try? FileManager.default.removeItem(at: file.appendingPathExtension("lock"))
    },
    "recording": { times, count in cycle((0..<count).map { _ in RecordingListener() }, times) },
    // Requests to listeners that answer it.
    "request": { times, count in
      let listeners: [any AppLifecycleListener] = (0..<count).map { _ in Opener() }
      let mediator = AppLifecycleMediator(
        listeners: listeners, notificationCenter: NotificationCenter())
      let url = URL(fileURLWithPath: "/")
      for _ in 0..<times { mediator.askToOpen(url) }
    },
  ]

  @MainActor
  static func main() {
    let words = CommandLine.arguments
    if words.count == 3, words[1].hasPrefix("growth_"), let units = Int(words[2]),
      let work = growth[String(words[1].dropFirst("growth_".count))]
    {
      return work(units)
    }
    guard words.count >= 3, let kind = kinds[words[1]], let times = Int(words[2]) else {
      print("usage: relay-counts \(kinds.keys.sorted().joined(separator: "|")) TIMES [LISTENERS]")
      print(
        "       relay-counts growth_\(growth.keys.sorted().joined(separator: "|growth_")) UNITS")
      exit(2)
    }
    kind(times, words.count > 3 ? Int(words[3]) ?? 1 : 1)
  }

  @MainActor
  private static func cycle(_ listeners: [any AppLifecycleListener], _ times: Int) {
    let center = NotificationCenter()
    let mediator = AppLifecycleMediator(listeners: listeners, notificationCenter: center)
    center.post(.didFinishLaunching)
    center.post(.didBecomeActive)
    for _ in 0..<times {
      for event in [
        AppLifecycleEvent.willResignActive, .didEnterBackground, .willEnterForeground,
        .didBecomeActive,
      ] {
        center.post(event)
      }
    }
    withExtendedLifetime(mediator) {}
  }

  @MainActor
  private static func post(_ stage: Stage, _ times: Int) {
    stage.post(times, userInfo: ["launched by": "relay-counts"])
  }
}

private final class SilentProbe: AppLifecycleProbe {
  func relayDidCall(_ call: AppLifecycleProbeCall) {}
}

private final class EmptyListener: AppLifecycleListener {}

private final class Opener: AppURLOpening {
  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool { false }
}
