#if canImport(Glibc) || canImport(Musl)
  import Foundation
  import LifecycleBus
  import TestSupport
  import Testing

  @testable import LifecycleBusSignals

  @MainActor
  @Suite("systemd notifier", .timeLimit(.minutes(hangMinutes)))
  struct SystemdNotifierTests {
    private let receiver: DatagramReceiver
    private let bus = TestBus(policy: .balanced)
    private let clock = ManualClock()

    init() throws { receiver = try DatagramReceiver(isAbstract: true) }

    private func notifier(
      isReadyWhenActive: Bool = true, watchdog: Duration? = nil
    ) -> SystemdNotifier {
      var environment = ["NOTIFY_SOCKET": receiver.name]
      environment["WATCHDOG_USEC"] = watchdog.map { "\(Int($0 / .microseconds(1)))" }
      return SystemdNotifier(
        environment, isReadyWhenActive: isReadyWhenActive, clock: clock)
    }

    @Test(
      "READY=1 is sent once the app is active, and STOPPING=1 on its way to the end, once each",
      arguments: [false, true])
    func readyAndStopping(isAbstract: Bool) throws {
      let receiver = try DatagramReceiver(isAbstract: isAbstract)
      bus.mediator.attach(SystemdNotifier(["NOTIFY_SOCKET": receiver.name]))

      bus.post(.didFinishLaunching, .willEnterForeground)
      #expect(receiver.messages() == [])

      bus.post(.didBecomeActive)
      #expect(receiver.messages() == ["READY=1"])

      bus.play(.interruption, .toBackground, .toForeground)
      #expect(receiver.messages() == [])

      bus.post(.willTerminate)
      #expect(receiver.messages() == ["STOPPING=1"])
    }

    @Test("a notifier that is told to wait is ready when the service says so, once")
    func readiness() {
      let notifier = notifier(isReadyWhenActive: false)
      bus.mediator.attach(notifier)
      bus.post(.didFinishLaunching, .didBecomeActive)
      #expect(receiver.messages() == [])

      notifier.reportReady()
      notifier.reportReady()

      #expect(receiver.messages() == ["READY=1"])
    }

    @Test("a reload before READY=1 is silent")
    func earlyReload() async {
      let notifier = notifier()

      #expect(await notifier.reload { 7 } == 7)

      #expect(receiver.messages() == [])
    }

    @Test("a reload is RELOADING=1 with the time before the work, and READY=1 after it")
    func reload() async throws {
      let notifier = readyNotifier()
      let before = Self.monotonicNow

      let during = await notifier.reload { receiver.messages() }

      let message = try #require(during.first)
      #expect(during.count == 1 && message.hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
      let time = try #require(Int64(message.split(separator: "=").last ?? ""))
      #expect(before...(before + 30_000_000) ~= time)
      #expect(receiver.messages() == ["READY=1"])
    }

    @Test("a reload that fails is over, too")
    func failedReload() async {
      let notifier = readyNotifier()

      await #expect(throws: CancellationError.self) {
        try await notifier.reload { throw CancellationError() }
      }

      #expect(receiver.messages().last == "READY=1")
    }

    @Test("a reload on the way to the end is silent")
    func lateReload() async {
      let notifier = readyNotifier()
      notifier.receive(.willTerminate)
      _ = receiver.messages()

      await notifier.reload {}

      #expect(receiver.messages() == [])
    }

    /// One that has sent READY=1.
    private func readyNotifier() -> SystemdNotifier {
      let notifier = notifier()
      notifier.receive(.didBecomeActive)
      _ = receiver.messages()
      return notifier
    }

    @Test("the watchdog is fed at half of its interval, from READY=1 until the notifier goes")
    func watchdog() async {
      var notifier: SystemdNotifier? = notifier(watchdog: .seconds(30))
      #expect(receiver.messages() == [])

      notifier?.reportReady()
      await clock.waitForSleepers()
      #expect(receiver.messages() == ["READY=1", "WATCHDOG=1"])

      clock.advance(by: .seconds(14))
      #expect(receiver.messages() == [])
      for _ in 0..<3 {
        clock.advance(by: .seconds(15))
        await clock.waitForSleepers()
        #expect(receiver.messages() == ["WATCHDOG=1"])
      }

      notifier = nil
      clock.advance(by: .seconds(60))
      await nextMainTurn()
      #expect(receiver.messages() == [])
    }

    private static var monotonicNow: Int64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }

    @Test(
      "the watchdog is fed only if the variables are meant for this process",
      arguments: [
        (["WATCHDOG_USEC": "30000000"], true), (["WATCHDOG_USEC": "0"], false),
        (["WATCHDOG_USEC": "-1"], false), (["WATCHDOG_USEC": "often"], false), ([:], false),
        (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "\(getpid())"], true),
        (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"], false),
      ] as [([String: String], Bool)])
    func watchdogVariables(environment: [String: String], isFed: Bool) {
      let notifier = SystemdNotifier(
        environment.merging(["NOTIFY_SOCKET": receiver.name]) { $1 },
        isReadyWhenActive: true, clock: clock)

      notifier.reportReady()

      var expected = ["READY=1"]
      if isFed {
        expected.append("WATCHDOG=1")
      }
      #expect(receiver.messages() == expected)
    }

    /// Fills the receiver's queue.
    private func fill() throws {
      while NotifySocket.send("busy", to: receiver.name) == 0 {
        continue
      }
    }

    @Test("a message waits for a full queue, is then reported, and is not sent later")
    func fullQueue() throws {
      try fill()
      let notifier = notifier()
      var errors: [String] = []
      notifier.onError = { errors.append($0) }
      let start = ContinuousClock.now

      notifier.reportReady()

      // The process may end at once, so it gives the reader a moment.
      #expect(start.duration(to: .now) >= .milliseconds(200))
      #expect(errors.count == 1 && errors.allSatisfy { $0.hasSuffix("(error \(EAGAIN)).") })
      #expect(receiver.messages().allSatisfy { $0 == "busy" })

      notifier.receive(.willTerminate)
      #expect(receiver.messages() == ["STOPPING=1"])
    }

    @Test(
      "an address that is none, or where nobody listens, is reported with each message",
      arguments: [
        ("notify", EINVAL), ("@", EINVAL), ("vsock:2:1234", EINVAL), ("/run/\0x", EINVAL),
        ("/" + String(repeating: "x", count: 10_000), EINVAL), ("/nowhere/at/all", ENOENT),
        ("/dev/null", ECONNREFUSED), ("@nobody", ECONNREFUSED),
      ])
    func unreachable(address: String, number: Int32) {
      var errors: [String] = []
      let notifier = SystemdNotifier(["NOTIFY_SOCKET": address])
      notifier.onError = { errors.append($0) }

      notifier.receive(.didBecomeActive)
      notifier.receive(.willTerminate)

      #expect(errors.count == 2)
      for error in errors {
        #expect(error.hasSuffix("(error \(number))."))
      }
    }
  }
#endif
