import FlyingFox
import Foundation
import LifecycleBus
import Logging
import Tally
import TestSupport
import Testing

@Suite("The service", .serialized)
struct ServiceTests {
  @Test("SIGTERM with 200 requests in flight: each is answered and stored, nothing new is accepted")
  func inFlight() async throws {
    let trial = try await EndTrial()

    #expect(trial.answered == 200)
    #expect(trial.idleClosed == 20)
    #expect(trial.refusesNew)
    #expect(trial.stored == 2_000)
    #expect(trial.status == "exited 0")
    #expect(!trial.log.contains { $0.contains("error") || $0.contains("warning") })
  }

  @Test("without a folder for its state it says one sentence, and exits with 1")
  func homeless() async throws {
    #if os(Linux)
      let errors = try ChannelEnds()
      var environment = ProcessInfo.processInfo.environment
      for variable in ["STATE_DIRECTORY", "XDG_STATE_HOME", "HOME"] {
        environment[variable] = nil
      }

      let child = try ChildProcess(
        "service", environment: environment, descriptors: [2: errors.write])
      close(errors.write)

      #expect(try await child.wait() == "exited 1")
      let log = LineReader(errors.read)
      try await log.waitForEnd()
      #expect(log.all.count == 1)
      let sentence =
        "error tally: [service] ~/.local/state: Neither XDG_STATE_HOME nor HOME is an absolute "
        + "path. Set one, or give a path yourself."
      #expect(log.all.first?.hasSuffix(sentence) == true, "\(log.all)")
    #endif
  }

  @Test("systemd is told READY, RELOADING, WATCHDOG and STOPPING; the reload reads the settings")
  func systemd() async throws {
    #if os(Linux)
      let receiver = try DatagramReceiver(isAbstract: false)
      let folder = try TemporaryFolder()
      let service = try await RunningService(
        "service", in: folder.url,
        variables: [
          "NOTIFY_SOCKET": receiver.name, "WATCHDOG_USEC": "200000",
          "CONFIGURATION_DIRECTORY": folder.url.path,
        ])

      var told: [Substring] = []
      func wait(for message: String, times: Int = 1) async throws {
        try await until(message) {
          told += receiver.messages().joined(separator: "\n").split(separator: "\n")
          return told.count { $0 == message } >= times
        }
      }

      try await wait(for: "READY=1")
      try await wait(for: "WATCHDOG=1")

      #expect(try service.post(5_000)?.status == 400)
      try Data("9000\n".utf8).write(to: folder.url.appending(path: "limit"))
      service.child.send(SIGHUP)
      try await wait(for: "RELOADING=1")
      try await wait(for: "READY=1", times: 2)
      #expect(try service.post(5_000)?.body == "5000")

      #expect(try await service.end() == "exited 0")
      try await wait(for: "STOPPING=1")
      let state = RunningService.state(in: folder.url)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: state.path).sorted()
          == ["last-run", "last-run.lock", "sums", "sums.lock"])
    #endif
  }

  @Test("a request that outlasts the budget is named in the log, and does not hold up the process")
  func budget() async throws {
    let folder = try TemporaryFolder()
    let service = try await RunningService("service", in: folder.url)
    let connection = try Connection(port: service.port)
    connection.send(RunningService.head(of: 10) + "1")
    try await until("the request is in flight") { try service.get("/waiting")?.body == "1" }

    print("note: with a request that never ends: \(try await service.end())")

    #expect(service.log.all.contains { $0.contains("POST /add") })
    let next = try await RunningService("service", in: folder.url)
    #expect(try next.get("/")?.body == "0", "the half of a number is not added")
    _ = try await next.end()
    withExtendedLifetime((folder, connection)) {}
  }

  @Test("a request has a hold with its name until the whole answer is sent")
  @MainActor
  func held() async throws {
    let mediator = AppLifecycleMediator(notificationCenter: NotificationCenter())
    let server = TallyServer(Tally(), mediator: mediator, logger: Logger(label: "test")) {}
    let request = HTTPRequest(
      method: .GET, version: .http11, path: "/", query: [], headers: [:], body: Data())

    let answer = try await server.handleRequest(request)

    #expect(mediator.openHolds == ["GET /"])
    #expect(try await answer.bodyData == Data("0\n".utf8))
    #expect(mediator.openHolds == [])
  }

  @Test("clients that go in the middle of a request or of an answer do not end it")
  func rudeClients() async throws {
    let folder = try TemporaryFolder()
    let service = try await RunningService("service", in: folder.url)

    for round in 0..<50 {
      let connection = try Connection(port: service.port)
      connection.send(RunningService.head(of: 10))
      if round.isMultiple(of: 2) {
        connection.send("10")
      }
    }

    #expect(try service.get("/")?.status == 200)
    #expect(try await service.end() == "exited 0")
    withExtendedLifetime(folder) {}
  }

  @Test("kill -9 is noticed at the next start, and loses what no end has saved")
  func killed() async throws {
    let folder = try TemporaryFolder()
    let service = try await RunningService("service", in: folder.url)
    service.child.send(SIGKILL)
    try await service.child.wait()

    let next = try await RunningService("service", in: folder.url)
    #expect(next.log.all.contains { $0.contains("The last run crashed") })
    #expect(try await next.end() == "exited 0")

    let last = try await RunningService("service", in: folder.url)
    #expect(!last.log.all.contains { $0.contains("The last run crashed") })
    #expect(try await last.end() == "exited 0")
    withExtendedLifetime(folder) {}
  }

  @Test("a port that is taken ends it with 1, in order and without waiting for the budget")
  func taken() async throws {
    let folder = try TemporaryFolder()
    let first = try await RunningService("service", in: folder.url)
    let environment = ProcessInfo.processInfo.environment
      .merging(["PORT": "\(first.port)", "STATE_DIRECTORY": folder.url.path + "/2/tally"]) { $1 }

    let clock = ContinuousClock()
    let start = clock.now
    let second = try ChildProcess("service", environment: environment)

    #expect(try await second.wait() == "exited 1")
    #expect(start.duration(to: clock.now) < .seconds(4) * Sanitizer.patience)
    #expect(try await first.end() == "exited 0")
  }

  #if os(Linux)
    @Test(
      "as process 1 it ends on SIGTERM, with 0", .enabled("unshare is for root") { geteuid() == 0 })
    func processOne() async throws {
      let folder = try TemporaryFolder()
      let options = ["--pid", "--fork", "--kill-child", ChildProcess.path(of: "service")]
      let service = try await RunningService("/usr/bin/unshare", options, in: folder.url)

      let parent = service.child.pid
      let children = try String(
        contentsOfFile: "/proc/\(parent)/task/\(parent)/children", encoding: .utf8)
      let pid = try #require(children.split(separator: " ").first.flatMap { Int32($0) })

      #expect(try service.post(7)?.body == "7")
      ChildProcess.send(SIGTERM, to: pid)
      #expect(try await service.child.wait() == "exited 0")
      withExtendedLifetime(folder) {}
    }
  #endif

  @Test("the unit's limits leave the budget its time, and the state is where systemd puts it")
  func unit() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../tally.service").standardized
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    var settings: [String: String] = [:]
    for line in lines where !line.hasPrefix("#") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 {
        settings[String(parts[0])] = String(parts[1])
      }
    }

    #expect(settings["Type"] == "notify")
    #expect(settings["ExecReload"] == "kill -HUP $MAINPID")
    #expect(settings["StateDirectory"] == "tally")
    // The source's budget is 5 seconds.
    #expect(settings["TimeoutStopSec"].flatMap { Int($0) } ?? 0 > 5)
    #expect(settings["WatchdogSec"] != nil)
    // The watchdog's signal only prints a backtrace.
    #expect(settings["TimeoutAbortSec"].flatMap { Int($0) } ?? 30 <= 5)
  }

  #if os(Linux)
    @Test(
      "the shipped unit under systemd: the sum survives each restart, reload and watchdog work",
      .enabled("a systemd of its own is for root") {
        geteuid() == 0 && access("/lib/systemd/systemd", X_OK) == 0
      })
    func shippedUnit() async throws {
      let folder = try TemporaryFolder()
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../systemd").standardized.path
      let programs = URL(fileURLWithPath: ChildProcess.path(of: "service"))
        .deletingLastPathComponent().path

      let trial = try ChildProcess("/bin/bash", [script, programs, folder.url.path])
      let end = try await trial.wait()
      if end == "exited 77" {
        print("note: \(trial.output.all)")
        return
      }

      let report = try String(contentsOf: folder.url.appending(path: "report"), encoding: .utf8)
      #expect(
        report == """
          started active
          folder private/tally
          sum 5
          result success
          stored 5
          sum 12
          stored 12
          reloaded 5012
          watchdog told
          watchdog told
          restarts 1
          stored 5012
          stopped inactive success 0

          """)
      #expect(end == "exited 0")
    }
  #endif
}
