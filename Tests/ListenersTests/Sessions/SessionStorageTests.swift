import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("A session that outlives its process", .timeLimit(.minutes(hangMinutes)))
struct SessionStorageTests {
  let folder = TemporaryFolder()
  private let clock = ManualClock()
  private var file: URL { folder.file("session") }

  private func run(_ storage: SessionTracker.Storage? = nil) -> SessionRun {
    SessionRun(storage ?? .file(file), maximumLength: .seconds(7200), clock: clock)
  }

  /// The next process, which gets the file of one that was killed before.
  ///
  /// A child that another test starts has a copy of the file's lock until it runs its program, so
  /// this tries until the lock is free.
  private func relaunch() async -> SessionRun {
    var next = run()
    while next.tracker.store == nil {
      await Task.yield()
      next = run()
    }
    return next
  }

  /// The session in the file.
  private var stored: UUID? {
    StateSaver(file: file, initial: SessionStore.Contents()).state.session?.id
  }

  /// Uses the app for 100 seconds, sends it to the background, kills it, and waits. Returns the
  /// session, which has ended.
  private func kill(_ absence: Int) async throws -> SessionTracker.Session {
    let first = run()
    first.post(.didFinishLaunching, .didBecomeActive)
    var session = try #require(first.tracker.current)
    clock.advance(by: .seconds(100))
    first.post(.didEnterBackground)
    try await first.flush()
    (session.end, session.timeInForeground) = (clock.date, .seconds(100))
    clock.advance(by: .seconds(absence))
    return session
  }

  @Test("a session that ended with a kill is reported at the first event of the next launch, once")
  func killed() async throws {
    let session = try await kill(500)
    var next: SessionRun? = await relaunch()
    #expect(next?.changes == [])
    next?.post(.didFinishLaunching)
    #expect(next?.changes == [.ended(session)])
    next?.post(.didBecomeActive)
    #expect(next?.changes.count == 2)
    #expect(next?.tracker.current?.id != session.id)
    next?.post(.willTerminate)
    next = nil
    let third = await relaunch()
    third.post(.didFinishLaunching)
    #expect(third.changes == [])
  }

  @Test("a quick relaunch continues the session")
  func quickRelaunch() async throws {
    var session = try await kill(20)
    session.end = nil
    let next = await relaunch()
    next.post(.didFinishLaunching)
    #expect(next.changes == [])
    next.post(.didBecomeActive)
    #expect(next.changes == [.continued(session)])
    clock.advance(by: .seconds(5))
    next.post(.willTerminate)
    (session.end, session.timeInForeground) = (session.start + 125, .seconds(105))
    #expect(next.ended == [session])
  }

  @Test("a relaunch that is not used in time ends the session at the time-out, by the timer")
  func relaunchInBackground() async throws {
    let session = try await kill(20)
    let next = await relaunch()
    next.post(.didFinishLaunching)
    await clock.waitForSleepers()
    clock.advance(by: .seconds(10))
    #expect(await next.nextEnd() == session)
  }

  @Test("killed in the foreground, a session ends with its last recorded activity")
  func killedInForeground() async throws {
    var first: SessionRun? = run()
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
    var first: SessionRun? = run()
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
    let first = run()
    first.post(.didFinishLaunching, .didBecomeActive)
    try await first.flush()
    clock.advance(by: .seconds(500))
    let second = run()
    second.post(.didFinishLaunching, .didBecomeActive, .willTerminate)
    #expect(second.changes.count == 2)
    #expect(second.ended.first?.id != first.tracker.current?.id)
    try await first.flush()
    #expect(stored == first.tracker.current?.id)
  }

  @Test("`.memory` writes no file")
  func memory() {
    let first = run(.memory)
    first.post(.didFinishLaunching, .didBecomeActive, .willTerminate)
    #expect(first.ended.count == 1)
    #expect(folder.names == [])
  }

  @Test(
    "a file that is readable only later is reported then, and does not replace an open session",
    arguments: [false, true])
  func protectedData(isOpen: Bool) async throws {
    let session = try await kill(500)
    let next = failing([.openFile], with: EACCES) { run() }
    failing([.openFile], with: EACCES) {
      next.post(.didFinishLaunching)
      if isOpen { next.post(.didBecomeActive) }
    }
    #expect(next.ended == [])
    let current = next.tracker.current?.id
    #expect((current != nil) == isOpen && current != session.id)
    next.post(.protectedDataDidBecomeAvailable, .didReceiveMemoryWarning)
    #expect(next.ended == [session])
    #expect(next.tracker.current?.id == current)
    if isOpen {
      try await next.flush()
      #expect(stored == current)
    }
  }

  @Test("an opened session is kept under a hold in the background")
  func hold() async throws {
    let first = run()
    first.post(.didFinishLaunching, .didBecomeActive, .didEnterBackground)
    #expect(first.bus.mediator.openHolds == ["save state"])
    #expect(await first.bus.mediator.waitForHolds(upTo: .seconds(30)) == [])
    #expect(stored == first.tracker.current?.id)
  }

  @Test(
    "values that cannot be are bounded",
    arguments: [-1e300, -1e10, 0, 1e10, 1e300], [Duration.seconds(-5), .seconds(Int64.max)])
  func hostile(seconds: TimeInterval, time: Duration) throws {
    let date = Date(timeIntervalSince1970: seconds)
    for (start, last) in [(date, date), (date, clock.date), (clock.date, date)] {
      let saver = StateSaver(file: file, initial: SessionStore.Contents())
      saver.state.session = SessionTracker.Session(
        start: start, end: last, timeInForeground: time, interruptions: .max)
      try saver.saveAndWait()
      let next = run()
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
      let arguments = ["session", file.path, "didFinishLaunching", "didBecomeActive"]
      // It is ready when its holds are released, and its file on the disk.
      let child = try ChildProcess("FilesChild", arguments + ["didEnterBackground"])
      let lines = try await child.output.wait(for: "ready")
      let id = try #require(lines.first?.split(separator: " ").last)
      child.send(SIGKILL)
      try await child.wait()
      let next = try ChildProcess("FilesChild", arguments)
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
      #expect(folder.names(in: "probe").contains("session.lock"))
    }
  #endif
}

extension SessionRun {
  /// Waits until what was submitted so far is on the disk.
  fileprivate func flush() async throws { try await tracker.store?.saver.save() }
}
