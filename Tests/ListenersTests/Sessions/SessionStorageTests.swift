import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners
@testable import ListenersTimeline

@MainActor
@Suite("A session that outlives its process", .timeLimit(.minutes(hangMinutes)))
struct SessionStorageTests {
  let folder: TemporaryFolder
  let file: URL
  private let clock = ManualClock()

  init() throws {
    folder = try TemporaryFolder()
    file = folder.file("session")
  }

  /// A tracker in a process of its own, which is killed when this is released.
  @MainActor
  private final class Process {
    let bus = TestBus(policy: .lifecycle)
    let tracker: SessionTracker
    private(set) var changes: [SessionTracker.Change] = []

    init(_ storage: SessionTracker.Storage, _ clock: ManualClock) {
      tracker = SessionTracker(
        storage, maximumLength: .seconds(7200), clock: clock,
        date: { clock.date })
      tracker.onChange = { [weak self] in self?.changes.append($0) }
      bus.mediator.attach(tracker)
    }

    func post(_ events: AppLifecycleEvent...) {
      for event in events { bus.post(event) }
    }

    /// Waits until what was submitted so far is on the disk.
    func flush() async throws { try await tracker.store?.saver.save() }

    var ended: [SessionTracker.Session] {
      changes.compactMap { if case .ended(let session) = $0 { session } else { nil } }
    }
  }

  private func process(_ storage: SessionTracker.Storage? = nil) -> Process {
    Process(storage ?? .file(file), clock)
  }

  /// The next process, which gets the file of one that was killed before.
  ///
  /// A child that another test starts has a copy of the file's lock until it runs its program, so
  /// this tries until the lock is free.
  private func relaunch() async -> Process {
    var next = process()
    while next.tracker.store == nil {
      await Task.yield()
      next = process()
    }
    return next
  }

  /// Uses the app for 100 seconds, sends it to the background, and kills it.
  private func kill(after background: Bool = true) async throws -> SessionTracker.Session {
    let first = process()
    first.post(.didFinishLaunching, .didBecomeActive)
    let opened = try #require(first.tracker.current)
    clock.advance(by: .seconds(100))
    if background { first.post(.didEnterBackground) }
    try await first.flush()
    return opened
  }

  @Test("a session that ended with a kill is reported at the first event of the next launch")
  func killed() async throws {
    let opened = try await kill()
    let end = clock.date
    clock.advance(by: .seconds(500))
    var next: Process! = await relaunch()
    #expect(next.changes == [])
    next.post(.didFinishLaunching)
    let expected = SessionTracker.Session(
      id: opened.id, start: opened.start, end: end, timeInForeground: .seconds(100))
    #expect(next.changes == [.ended(expected)])
    next.post(.didBecomeActive)
    #expect(next.changes.count == 2)
    #expect(next.tracker.current?.id != opened.id)
    // Once only.
    next.post(.willTerminate)
    next = nil
    let third = await relaunch()
    third.post(.didFinishLaunching)
    #expect(third.changes == [])
  }

  @Test("a quick relaunch continues the session")
  func quickRelaunch() async throws {
    let opened = try await kill()
    clock.advance(by: .seconds(20))
    let next = await relaunch()
    next.post(.didFinishLaunching)
    #expect(next.changes == [])
    next.post(.didBecomeActive)
    let continued = SessionTracker.Session(
      id: opened.id, start: opened.start, timeInForeground: .seconds(100))
    #expect(next.changes == [.continued(continued)])
    clock.advance(by: .seconds(5))
    next.post(.willTerminate)
    #expect(
      next.ended == [
        SessionTracker.Session(
          id: opened.id, start: opened.start, end: opened.start + 125,
          timeInForeground: .seconds(105))
      ])
  }

  @Test("a relaunch that is not used in time ends the session at the time-out, by the timer")
  func relaunchInBackground() async throws {
    let opened = try await kill()
    clock.advance(by: .seconds(20))
    let next = await relaunch()
    var changes = next.tracker.changes().makeAsyncIterator()
    next.post(.didFinishLaunching)
    await clock.waitForSleepers()
    clock.advance(by: .seconds(10))
    guard case .ended(let ended) = await changes.next() else {
      Issue.record("nothing has ended")
      return
    }
    #expect(ended.id == opened.id)
    #expect(ended.end == opened.start + 100)
  }

  @Test("killed in the foreground, a session ends with its last recorded activity")
  func killedInForeground() async throws {
    var first: Process? = process()
    first?.post(.didFinishLaunching, .didBecomeActive)
    clock.advance(by: .seconds(40))
    first?.tracker.recordActivity()
    try await first?.flush()
    let end = clock.date
    clock.advance(by: .seconds(40))
    first = nil
    let next = await relaunch()
    clock.advance(by: .seconds(100))
    next.post(.didFinishLaunching)
    #expect(next.ended.map(\.end) == [end])
    #expect(next.ended.map(\.timeInForeground) == [.seconds(40)])
  }

  @Test("a session that ended in order is not continued")
  func endedInOrder() async {
    var first: Process? = process()
    first?.post(.didFinishLaunching, .didBecomeActive, .willTerminate)
    #expect(first?.ended.count == 1)
    first = nil
    let next = await relaunch()
    next.post(.didFinishLaunching, .didBecomeActive)
    #expect(next.ended == [])
    #expect(next.changes.count == 1)
  }

  @Test("the tracker of another copy keeps its sessions in memory, and ends none of the first")
  func twoCopies() async throws {
    let first = process()
    first.post(.didFinishLaunching, .didBecomeActive)
    try await first.flush()
    clock.advance(by: .seconds(500))
    let second = process()
    second.post(.didFinishLaunching, .didBecomeActive, .willTerminate)
    #expect(second.changes.count == 2)
    #expect(second.ended.first?.id != first.tracker.current?.id)
    try await first.flush()
    #expect(
      StateSaver(file: file, initial: SessionStore.Contents()).state.session?.id
        == first.tracker.current?.id)
  }

  @Test("`.memory` writes no file")
  func memory() {
    let first = process(.memory)
    first.post(.didFinishLaunching, .didBecomeActive, .willTerminate)
    #expect(first.ended.count == 1)
    #expect(folder.names == [])
  }

  @Test("a file that is readable only later is reported when protected data becomes available")
  func protectedData() async throws {
    let opened = try await kill()
    clock.advance(by: .seconds(500))
    let next = failing([.openFile], with: EACCES) { process() }
    failing([.openFile], with: EACCES) { next.post(.didFinishLaunching) }
    #expect(next.changes == [])
    next.post(.protectedDataDidBecomeAvailable)
    next.post(.didReceiveMemoryWarning)
    #expect(next.ended.map(\.id) == [opened.id])
  }

  @Test("a session of a file that is readable only later does not replace an open one")
  func protectedDataWhileOpen() async throws {
    let opened = try await kill()
    clock.advance(by: .seconds(500))
    let next = failing([.openFile], with: EACCES) { process() }
    failing([.openFile], with: EACCES) { next.post(.didFinishLaunching, .didBecomeActive) }
    let current = try #require(next.tracker.current)
    #expect(current.id != opened.id)
    next.post(.protectedDataDidBecomeAvailable)
    try await next.flush()
    #expect(
      next.ended == [
        SessionTracker.Session(
          id: opened.id, start: opened.start, end: opened.start + 100,
          timeInForeground: .seconds(100))
      ])
    #expect(next.tracker.current?.id == current.id)
    #expect(
      StateSaver(file: file, initial: SessionStore.Contents()).state.session?.id == current.id)
  }

  @Test("an opened session is kept under a hold in the background")
  func hold() async throws {
    let first = process()
    first.post(.didFinishLaunching, .didBecomeActive, .didEnterBackground)
    #expect(first.bus.mediator.openHolds == ["save state"])
    #expect(await first.bus.mediator.waitForHolds(upTo: .seconds(30)) == [])
    #expect(
      StateSaver(file: file, initial: SessionStore.Contents()).state.session?.id
        == first.tracker.current?.id)
  }

  @Test(
    "values that cannot be are bounded",
    arguments: [-1e300, -1e10, 0, 1e10, 1e300], [Duration.seconds(-5), .seconds(Int64.max)])
  func hostile(seconds: TimeInterval, time: Duration) throws {
    let date = Date(timeIntervalSince1970: seconds)
    for (start, last) in [(date, date), (date, clock.date), (clock.date, date)] {
      let entry = SessionTracker.Session(
        start: start, end: last, timeInForeground: time, interruptions: .max)
      let saver = StateSaver(file: file, initial: SessionStore.Contents())
      saver.state.session = entry
      try saver.saveAndWait()
      let next = process()
      next.post(.didFinishLaunching, .didBecomeActive, .willResignActive, .didBecomeActive)
      #expect(next.tracker.current != nil)
      clock.advance(by: .seconds(60))
      next.post(.willTerminate)
      #expect(next.ended.count >= 1)
    }
  }

  #if os(macOS) || os(Linux)
    @Test("a session of a process that was killed is reported by the next one")
    func child() async throws {
      let events = ["didFinishLaunching", "didBecomeActive"]
      // It is ready when its holds are released, and its file on the disk.
      let child = try ChildProcess(
        "FilesChild", ["session", file.path] + events + ["didEnterBackground"])
      let lines = try await child.output.wait(for: "ready")
      let id = try #require(lines.first?.split(separator: " ").last)
      child.send(SIGKILL)
      try await child.wait()
      let next = try ChildProcess("FilesChild", ["session", file.path] + events)
      #expect(try await next.output.wait(for: "ready") == ["continued \(id)", "ready"])
    }
  #endif

  #if os(Linux)
    @Test("by default the file is in the program's state directory")
    func standard() async throws {
      let child = try ChildProcess(
        "FilesChild", ["session", "-", "didFinishLaunching", "didBecomeActive"],
        environment: ["XDG_STATE_HOME": folder.url.path])
      try await child.output.wait(for: "ready")
      #expect(
        FileManager.default.fileExists(atPath: folder.url.path + "/FilesChild/session.lock"))
    }
  #endif
}
