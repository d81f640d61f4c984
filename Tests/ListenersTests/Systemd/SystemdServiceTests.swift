#if canImport(Glibc) || canImport(Musl)
  import Foundation
  import LifecycleBus
  import TestSupport
  import Testing

  @testable import Listeners

  @MainActor
  @Suite("systemd notifier: reload, watchdog, stop, full queue")
  struct SystemdServiceTests {
    @Test("a notifier that is told to wait is ready when the service says so, once")
    func readiness() throws {
      let receiver = try DatagramReceiver(isAbstract: true)
      let bus = TestBus()
      let notifier = SystemdNotifier(socket: receiver.name, isReadyWhenActive: false)
      bus.mediator.attach(notifier)
      bus.post(.didFinishLaunching, .didBecomeActive)
      #expect(receiver.messages() == [])
      notifier.reportReady()
      notifier.reportReady()
      #expect(receiver.messages() == ["READY=1"])
    }

    @Test("the first event on the way to the end sends STOPPING=1, and a suspension does not")
    func stoppingFirst() throws {
      let receiver = try DatagramReceiver(isAbstract: true)
      let bus = TestBus(policy: .lifecycle)
      bus.mediator.attach(SystemdNotifier(socket: receiver.name))
      bus.post(.didFinishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground)
      bus.post(.didBecomeActive)
      #expect(receiver.messages() == ["READY=1"])
      bus.center.post(
        .willResignActive, userInfo: [AppLifecycleContext.endingKey: true])
      #expect(receiver.messages() == ["STOPPING=1"])
      bus.post(.didEnterBackground, .willTerminate)
      #expect(receiver.messages() == [])
    }

    @Test("a reload is RELOADING=1 with the time before the work, and READY=1 after it")
    func reload() async throws {
      struct Refused: Error {}
      let receiver = try DatagramReceiver(isAbstract: true)
      let notifier = SystemdNotifier(socket: receiver.name)
      #expect(await notifier.reload { 7 } == 7)
      #expect(receiver.messages() == [])
      notifier.receive(.didBecomeActive)
      _ = receiver.messages()
      let before = try #require(Int64(NotifyText.monotonicNow.dropFirst("MONOTONIC_USEC=".count)))
      let during = await notifier.reload { receiver.messages() }
      let message = try #require(during.first)
      #expect(during.count == 1 && message.hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
      let time = try #require(Int64(message.split(separator: "=").last ?? ""))
      #expect(before...(before + 30_000_000) ~= time)
      #expect(receiver.messages() == ["READY=1"])
      await #expect(throws: Refused.self) { try await notifier.reload { throw Refused() } }
      #expect(receiver.messages().last == "READY=1")
      notifier.receive(.willTerminate)
      _ = receiver.messages()
      await notifier.reload {}
      #expect(receiver.messages() == [])
    }

    @Test("the watchdog is fed at half of its interval, from READY=1 until the notifier goes")
    func watchdog() async throws {
      let receiver = try DatagramReceiver(isAbstract: true)
      let clock = ManualClock()
      var notifier: SystemdNotifier? = SystemdNotifier(
        socket: receiver.name, watchdog: .seconds(30), clock: clock)
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

    @Test(
      "the interval of the watchdog is that of this process",
      arguments: [
        (["WATCHDOG_USEC": "30000000"], 30), (["WATCHDOG_USEC": "0"], nil),
        (["WATCHDOG_USEC": "-1"], nil), (["WATCHDOG_USEC": "often"], nil), ([:], nil),
        (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "\(getpid())"], 30),
        (["WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "1"], nil),
      ] as [([String: String], Int?)])
    func watchdogInterval(environment: [String: String], seconds: Int?) {
      #expect(ServiceManagerVariables(environment).watchdog == seconds.map { .seconds($0) })
    }

    @Test("on the way to the end open holds extend the time each second")
    func extendWhileHolding() async throws {
      let receiver = try DatagramReceiver(isAbstract: true)
      let clock = ManualClock()
      let bus = TestBus(policy: .lifecycle)
      let notifier = SystemdNotifier(socket: receiver.name, clock: clock)
      bus.mediator.attach(notifier)
      bus.post(.didFinishLaunching, .didBecomeActive)
      let hold = bus.mediator.hold("upload")
      bus.post(.willTerminate)
      #expect(receiver.messages() == ["READY=1", "STOPPING=1"])
      for _ in 0..<3 {
        await clock.waitForSleepers()
        clock.advance(by: SystemdNotifier.extensionInterval)
        await clock.waitForSleepers()
        #expect(receiver.messages() == ["EXTEND_TIMEOUT_USEC=5000000"])
      }
      hold.release()
      clock.advance(by: SystemdNotifier.extensionInterval)
      await clock.waitForSleepers()
      #expect(receiver.messages() == [])
    }

    @Test("READY=1 and what follows it wait for a full queue, in order, and nothing is lost")
    func fullQueue() async throws {
      let receiver = try DatagramReceiver(isAbstract: true)
      try fill(receiver)
      let clock = ManualClock()
      let notifier = SystemdNotifier(socket: receiver.name, clock: clock)
      notifier.onError = { Issue.record("\($0)") }
      notifier.report(status: "starting")
      notifier.reportReady()
      for number in 0..<1_000 { notifier.report(status: "\(number)") }
      for _ in 0..<3 {
        await clock.waitForSleepers()
        clock.advance(by: NotifySender.retryInterval)
      }
      await clock.waitForSleepers()
      #expect(receiver.messages().allSatisfy { $0 == "busy" })
      clock.advance(by: NotifySender.retryInterval)
      while true {
        let messages = receiver.messages()
        if !messages.isEmpty {
          #expect(messages == ["READY=1", "STATUS=999"])
          break
        }
        await Task.yield()
      }
    }

    @Test("STOPPING=1 waits a moment for a full queue, because the process may end at once")
    func stoppingWaits() throws {
      let receiver = try DatagramReceiver(isAbstract: true)
      try fill(receiver)
      let notifier = SystemdNotifier(socket: receiver.name, clock: ManualClock())
      let sender = try Self.currentThread()
      let isSending = LockedFlag()
      Thread.detachNewThread {
        while !isSending.value || !Self.isAsleep(sender) {}
        // Makes room for one, and leaves that one there.
        _ = receiver.messages(upTo: 1)
      }
      isSending.set()
      notifier.receive(.willTerminate)
      #expect(receiver.messages().last == "STOPPING=1")
    }

    /// Where the system tells about the calling thread.
    private static func currentThread() throws -> String {
      "/proc/" + (try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self"))
    }

    /// Whether a thread waits for something. Its state stands behind its name, which is in
    /// parentheses.
    private nonisolated static func isAsleep(_ thread: String) -> Bool {
      let status = try? String(contentsOfFile: thread + "/stat", encoding: .utf8)
      return status?.split(separator: ")").last?.hasPrefix(" S") == true
    }

    /// Fills the receiver's queue.
    private func fill(_ receiver: DatagramReceiver) throws {
      let socket = try NotifySocket(name: receiver.name)
      while (try? socket.send("busy")) != nil {}
    }

    @Test("children do not inherit the variables, unless they are to", arguments: [false, true])
    func children(inherit: Bool) async {
      await #expect(processExitsWith: .success) { [inherit] in
        await MainActor.run {
          let names = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]
          setenv(names[0], "@nowhere", 1)
          setenv(names[1], "1000000", 1)
          setenv(names[2], "\(getpid())", 1)
          let notifier = SystemdNotifier(childrenInherit: inherit)
          let left = names.filter { getenv($0) != nil }
          precondition(left == (inherit ? names : []), "\(left) are left.")
          // A second notifier of the process finds what the first one found.
          precondition(notifier.isEnabled && SystemdNotifier().isEnabled)
        }
      }
    }
  }
#endif
