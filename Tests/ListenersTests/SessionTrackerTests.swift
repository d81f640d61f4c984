import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("A session tracker")
struct SessionTrackerTests {
  private let folder = TemporaryFolder()
  private var file: URL { folder.file("session") }

  /// A machine's clocks: one goes on while it sleeps.
  @MainActor
  private final class Machine {
    private(set) var moment = SessionRules.Moment()
    var date = Date(timeIntervalSince1970: 1_795_255_200)

    func pass(_ seconds: Int, asleep: Bool = false) {
      moment.time += .seconds(seconds)
      if !asleep {
        moment.awake += .seconds(seconds)
      }
      date += Double(seconds)
    }
  }

  /// A tracker as in a process of its own, which is killed when this is released.
  @MainActor
  private final class Run {
    let bus: TestBus
    /// A Mac's sleep has a center of its own.
    private let workspace = NotificationCenter()
    let machine: Machine
    let tracker: SessionTracker
    private(set) var changes: [SessionTracker.Change] = []

    init(
      _ file: URL, on machine: Machine = Machine(),
      timeout: Duration = .seconds(30), launches: Bool = true
    ) {
      bus = TestBus(policy: .balanced, vocabulary: .uiKit)
      self.machine = machine

      let start = machine.moment
      tracker = SessionTracker(
        file: file, timeout: timeout,
        moment: {
          .init(time: machine.moment.time - start.time, awake: machine.moment.awake - start.awake)
        }, date: { machine.date })
      tracker.onChange = { [weak self] in self?.changes.append($0) }

      bus.mediator.observe(workspace, vocabulary: .workspace)
      bus.mediator.attach(tracker)

      if launches {
        bus.play(.coldLaunchWithScenes)
      }
    }

    func post(_ events: AppLifecycleEvent...) {
      for event in events {
        let isOfSleep = event == .systemWillSleep || event == .systemDidWake
        if isOfSleep {
          workspace.post(event, vocabulary: .workspace)
        } else {
          bus.post(event)
        }
      }
    }

    /// "opened", or "ended" with the time from start to end and in the foreground.
    var story: [String] {
      changes.map { change in
        switch change {
        case .opened: "opened"
        case .ended(let session):
          "ended \(session.end.map { Int($0.timeIntervalSince(session.start)) } ?? -1)"
            + " \(session.timeInForeground.components.seconds)"
        }
      }
    }

    var ids: Set<UUID> {
      Set(
        changes.map {
          switch $0 {
          case .opened(let one), .ended(let one): one.id
          }
        })
    }
  }

  /// Letters are events, "1" to "9" are as many tens of seconds, "z" is an hour asleep, "Z" is one
  /// between the events of a sleep, "a" is activity, and "K" kills
  /// the process and starts a new one.
  @Test(
    "each visit is one session",
    arguments: [
      ("LFA1RA1RBT", ["opened", "ended 20 20"]),
      ("LFA1RB1FA1T", ["opened", "ended 30 20"]),
      ("LFA1RB3FA1T", ["opened", "ended 10 10", "opened", "ended 10 10"]),
      ("LFA1RB9mmT", ["opened", "ended 10 10"]),
      ("LB9FA1T", ["opened", "ended 10 10"]), ("LBT", []), ("T", []),
      // The lid of a Mac is closed for an hour.
      ("LFA6Z6T", ["opened", "ended 60 60", "opened", "ended 60 60"]),
      ("LFA6s1w6T", ["opened", "ended 130 120"]),
      // Nobody tells of the sleep: it is no use, all the same.
      ("LFA6z6T", ["opened", "ended 3720 120"]),
      ("LFA1TFA1T", ["opened", "ended 10 10"]),
      // The next process reports the end.
      ("LFA1RB2KLFA", ["opened", "ended 10 10", "opened"]),
      // Killed in the foreground, it ended at the last recorded activity.
      ("LFA91a9KLFA", ["opened", "ended 100 100", "opened"]),
      ("LFA6KL", ["opened", "ended 0 0"]),
      // Activity before the first event replaces nothing that wasn't reported.
      ("LFA6KaKL", ["opened", "ended 0 0"]),
    ])
  func visits(events: String, expected: [String]) {
    let machine = Machine()
    var story: [String] = []
    var ids: Set<UUID> = []

    for process in events.split(separator: "K") {
      let run = Run(file, on: machine, launches: false)
      for letter in process {
        live(letter, run)
      }
      story += run.story
      ids.formUnion(run.ids)
    }

    #expect(story == expected, "\(events)")
    #expect(ids.count == expected.count { $0 == "opened" })
  }

  private func live(_ letter: Character, _ run: Run) {
    if let event = PresenceTests.letters[letter] {
      run.post(event)
      return
    }

    switch letter {
    case "a":
      run.tracker.recordActivity()
    case "z":
      run.machine.pass(3_600, asleep: true)
    case "Z":
      run.post(.systemWillSleep)
      run.machine.pass(3_600, asleep: true)
      run.post(.systemDidWake)
    default:
      run.machine.pass((letter.wholeNumberValue ?? 0) * 10)
    }
  }

  @Test("a session whose time-out is over is not the current one, also before it is reported")
  func overdue() {
    let run = Run(file)
    run.machine.pass(5)
    #expect(run.tracker.current?.timeInForeground == .seconds(5))

    run.bus.play(.toBackground)
    run.machine.pass(29)
    #expect(run.tracker.current?.timeInForeground == .seconds(5))

    run.machine.pass(1)
    #expect(run.tracker.current == nil)
    #expect(run.story == ["opened"])
  }

  @Test("activity is written at most every 30 seconds, and a change at once")
  func activity() throws {
    let run = Run(file)
    var contents: Set<Data> = []
    for _ in 1...89 {
      run.machine.pass(1)
      run.tracker.recordActivity()
      contents.insert(try Data(contentsOf: file))
    }
    #expect(contents.count == 3)

    run.post(.didEnterBackground)
    #expect(try !contents.contains(Data(contentsOf: file)))
    #expect(folder.names == ["session", "session.lock"])
  }

  @Test("a second tracker of the same file has its sessions in memory only")
  func secondCopy() throws {
    let machine = Machine()
    let first = Run(file, on: machine)
    let saved = try Data(contentsOf: file)

    let second = Run(file, on: machine)
    second.post(.willTerminate)

    #expect(second.story == ["opened", "ended 0 0"])
    #expect(first.ids.isDisjoint(with: second.ids))
    #expect(try Data(contentsOf: file) == saved)
  }

  @Test(
    "a file that makes no sense holds no session, and stops nothing",
    arguments: [
      "", "null", "[]", "{}", "{\"session\":null}", "{\"session\":{\"id\":\"\"}}",
      session(start: "9", end: "-1e9"),
      session(start: "0", end: "0", time: "1e308"), session(start: "0", end: "1", time: "-1e308"),
      session(start: "nan", end: "inf", time: "nan"),
      String(repeating: " ", count: 70_000),
    ])
  func damaged(text: String) throws {
    try Data(text.utf8).write(to: file)

    let run = Run(file)
    run.machine.pass(10)
    run.post(.willTerminate)

    #expect(run.story.suffix(2) == ["opened", "ended 10 10"])
  }

  private nonisolated static func session(
    start: String, end: String, time: String = "0"
  ) -> String {
    """
    {"id":"\(UUID())","start":"\(start)","end":"\(end)","timeInForeground":"\(time)"}
    """
  }

  @Test("a file that is protected is read when it can be, and not replaced before")
  func protected() throws {
    let machine = Machine()
    do {
      let killed = Run(file, on: machine)
      withExtendedLifetime(killed) { machine.pass(5) }
    }
    let saved = try Data(contentsOf: file)

    let run = folder.unreadable("session") { Run(file, on: machine) }
    #expect(run.story == ["opened"])
    run.tracker.recordActivity()
    #expect(try Data(contentsOf: file) == saved)

    run.post(.protectedDataDidBecomeAvailable)
    #expect(run.story.count == 2 && run.story.last?.hasPrefix("ended") == true)
    #expect(run.ids.count == 2)

    run.bus.play(.toBackground)
    #expect(try Data(contentsOf: file) != saved)
  }
}
