#if canImport(Glibc) || canImport(Musl)
  import Foundation
  import LifecycleBus
  import TestSupport
  import Testing

  @testable import Listeners

  @MainActor
  @Suite("systemd notifier", .timeLimit(.minutes(hangMinutes)))
  struct SystemdNotifierTests {
    private let receiver: DatagramReceiver
    private let bus = TestBus(policy: .lifecycle)
    private let clock = ManualClock()

    init() throws { receiver = try DatagramReceiver(isAbstract: true) }

    private func notifier(
      isReadyWhenActive: Bool = true, watchdog: Duration? = nil
    ) -> SystemdNotifier {
      SystemdNotifier(
        socket: receiver.name, watchdog: watchdog, isReadyWhenActive: isReadyWhenActive,
        clock: clock)
    }

    /// A notifier with an address, and the errors that it reports at the launch and at the end.
    private func errors(_ address: String) -> [SystemdNotifierError] {
      var errors: [SystemdNotifierError] = []
      let notifier = SystemdNotifier(socket: address)
      notifier.onError = { errors.append($0) }
      for event in [AppLifecycleEvent.didBecomeActive, .willTerminate] { notifier.receive(event) }
      return errors
    }

    @Test(
      "READY=1 is sent once the app is active and STOPPING=1 on its way to the end, once each (S18)",
      arguments: [false, true])
    func readyAndStopping(isAbstract: Bool) throws {
      let receiver = try DatagramReceiver(isAbstract: isAbstract)
      bus.mediator.attach(SystemdNotifier(environment: ["NOTIFY_SOCKET": receiver.name]))
      bus.post(.didFinishLaunching, .willEnterForeground)
      #expect(receiver.messages() == [])
      bus.post(.didBecomeActive)
      #expect(receiver.messages() == ["READY=1"])
      bus.play(.interruption, .toBackground, .toForeground)
      #expect(receiver.messages() == [])
      bus.post(.willTerminate)
      #expect(receiver.messages() == ["STOPPING=1"])
    }

    @Test("a service is ready, reloads on SIGHUP, and stops on SIGTERM (S18)")
    func service() async throws {
      let receiver = try DatagramReceiver(isAbstract: false)
      let environment = ProcessInfo.processInfo.environment
        .merging(["NOTIFY_SOCKET": receiver.name]) { $1 }
      let child = try ChildProcess("ServiceChild", environment: environment)
      #expect(try await child.output.wait(for: "inherited") == ["inherited nothing"])
      #expect(receiver.messages() == ["READY=1"])
      child.send(SIGHUP)
      try await child.output.wait(for: "settings read")
      child.send(SIGTERM)
      #expect(try await child.wait() == "exited 0")
      #expect(child.output.all.suffix(2) == ["work finished", "ended by SIGTERM"])
      let messages = receiver.messages()
      #expect(messages.first?.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") == true)
      #expect(messages.dropFirst() == ["READY=1", "STOPPING=1"])
    }

    @Test("a job under a hold is finished before SIGTERM ends the service, and no other begins")
    func jobLoop() async throws {
      // A job of the sample takes 100 ms: longer than a source waits for a task without a hold.
      let child = try ChildProcess("ServiceChild", ["--jobs"])
      try await child.output.wait(for: "begun 2")
      child.send(SIGTERM)
      #expect(try await child.wait() == "exited 0")
      let begun = child.output.all.count { $0.hasPrefix("begun") }
      #expect(child.output.all.last == "done \(begun)")
    }

    @Test(
      "attached last, READY=1 follows all listeners, and with .mirrored STOPPING=1 precedes them",
      arguments: [
        (AppLifecycleMediator.Policy.lifecycle.mirrored, ["STOPPING=1"]), (.lifecycle, []),
      ])
    func order(policy: AppLifecycleMediator.Policy, heardAtTheEnd: [String]) {
      let bus = TestBus(policy: policy)
      var heardByOthers: [String: [String]] = [:]
      bus.attach("service") { heardByOthers["\($0.event)"] = receiver.messages() }
      bus.mediator.attach(notifier())
      bus.post(.didBecomeActive)
      #expect(heardByOthers["didBecomeActive"] == [])
      #expect(receiver.messages() == ["READY=1"])
      bus.post(.willTerminate)
      #expect(heardByOthers["willTerminate"] == heardAtTheEnd)
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

    @Test("attached late with a replay it is ready at once; twice attached, once (5, 21)")
    func attachedLate() {
      bus.post(.didFinishLaunching, .didBecomeActive)
      let notifier = notifier()
      for _ in 1...2 { bus.mediator.attach(notifier, replay: .state) }
      #expect(receiver.messages() == ["READY=1"])
    }

    @Test("a status is one line, also with line ends in it")
    func status() {
      let notifier = notifier()
      notifier.report(status: "12 clients, ä€🚀")
      notifier.report(status: "idle\nREADY=1\r\nSTOPPING=1\0")
      #expect(
        receiver.messages() == ["STATUS=12 clients, ä€🚀", "STATUS=idle READY=1  STOPPING=1 "])
    }

    @Test(
      "time is asked for in microseconds, within bounds",
      arguments: [
        (Duration.milliseconds(1500), "1500000"), (.nanoseconds(1999), "1"),
        (.seconds(-1), "0"), (.seconds(Int64.max), "1000000000000000"),
      ])
    func extendTimeout(duration: Duration, microseconds: String) {
      notifier().extendTimeout(by: duration)
      #expect(receiver.messages() == ["EXTEND_TIMEOUT_USEC=\(microseconds)"])
    }

    @Test("a reload is RELOADING=1 with the time before the work, and READY=1 after it")
    func reload() async throws {
      let notifier = notifier()
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
      await #expect(throws: Offline.self) { try await notifier.reload { throw Offline() } }
      #expect(receiver.messages().last == "READY=1")
      notifier.receive(.willTerminate)
      _ = receiver.messages()
      await notifier.reload {}
      #expect(receiver.messages() == [])
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
    func extendWhileHolding() async {
      bus.mediator.attach(notifier())
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

    /// Fills the receiver's queue.
    private func fill() throws {
      let socket = try NotifySocket(name: receiver.name)
      while (try? socket.send("busy")) != nil {}
    }

    @Test("READY=1 and what follows it wait for a full queue, in order, and nothing is lost")
    func fullQueue() async throws {
      try fill()
      let notifier = notifier()
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
      var messages: [String] = []
      while messages.isEmpty {
        await Task.yield()
        messages = receiver.messages()
      }
      #expect(messages == ["READY=1", "STATUS=999"])
    }

    @Test("STOPPING=1 waits a moment for a full queue, because the process may end at once")
    func stoppingWaits() throws {
      try fill()
      let notifier = notifier()
      // Where the system tells about the calling thread.
      let sender =
        "/proc/" + (try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self"))
      let isSending = LockedFlag()
      Thread.detachNewThread { [receiver] in
        while !isSending.value || !Self.isAsleep(sender) {}
        // Makes room for one, and leaves that one there.
        _ = receiver.messages(upTo: 1)
      }
      isSending.set()
      notifier.receive(.willTerminate)
      #expect(receiver.messages().last == "STOPPING=1")
    }

    /// Whether a thread waits for something. Its state stands behind its name, which is in
    /// parentheses.
    private nonisolated static func isAsleep(_ thread: String) -> Bool {
      let status = try? String(contentsOfFile: thread + "/stat", encoding: .utf8)
      return status?.split(separator: ")").last?.hasPrefix(" S") == true
    }

    @Test(
      "without a socket in the environment it is silent",
      arguments: [[:], ["NOTIFY_SOCKET": ""], ["OTHER": "/run/x"]])
    func absent(environment: [String: String]) {
      let notifier = SystemdNotifier(environment: environment)
      notifier.onError = { Issue.record("\($0)") }
      notifier.receive(.didBecomeActive)
      notifier.report(status: "x")
      #expect(!notifier.isEnabled)
    }

    @Test(
      "an address that is no path and no abstract name is reported once",
      arguments: [
        "notify", "./notify", " /run/x", "@", "vsock:2:1234", "vsock-stream:2:1", "fd:3", "\0x",
        "/run/\0x", "é", "unix:/run/x",
      ])
    func unsupported(address: String) {
      let errors = errors(address)
      #expect(errors == [.unsupportedAddress(address)])
      #expect(errors.first?.description.contains(address.debugDescription) == true)
    }

    @Test("the longest address works and one byte more is an error", arguments: [false, true])
    func longest(isAbstract: Bool) throws {
      let receiver = try DatagramReceiver(
        isAbstract: isAbstract, nameLength: isAbstract ? 108 : 107)
      SystemdNotifier(socket: receiver.name).receive(.didBecomeActive)
      #expect(receiver.messages() == ["READY=1"])
      for excess in [1, 10_000] {
        let tooLong = receiver.name + String(repeating: "x", count: excess)
        let errors = errors(tooLong)
        #expect(errors == [.addressTooLong(tooLong)])
        #expect(errors.allSatisfy { $0.description.utf8.count < 300 })
      }
    }

    @Test("a socket that does not exist or is closed is reported each time")
    func missing() throws {
      var receiver: DatagramReceiver? = try DatagramReceiver(isAbstract: true)
      let gone = try #require(receiver?.name)
      receiver = nil
      // A child that another test is starting keeps the socket until it runs its own program.
      while errors(gone).first != .sendFailed(gone, errno: ECONNREFUSED) { sched_yield() }
      for (address, code) in [
        ("/nowhere/at/all", ENOENT), (gone, ECONNREFUSED), ("/dev/null", ECONNREFUSED),
      ] {
        let expected = SystemdNotifierError.sendFailed(address, errno: code)
        #expect(errors(address) == [expected, expected])
        #expect(expected.description.hasSuffix("(error \(code))."))
      }
    }

    @Test("sending leaves no descriptor open, whether it succeeds or not")
    func descriptors() throws {
      let openDescriptors = {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      }
      let (notifier, unusable) = (notifier(), SystemdNotifier(socket: "/nowhere/at/all"))
      let before = try openDescriptors()
      for _ in 0..<1000 {
        notifier.report(status: "x")
        unusable.report(status: "x")
        #expect(receiver.messages() == ["STATUS=x"])
      }
      // Other tests open and close theirs meanwhile.
      #expect(try openDescriptors() < before + 500)
    }

    @Test("by default the socket is that of the process's own environment")
    func ownEnvironment() async {
      await #expect(processExitsWith: .success) {
        try await MainActor.run {
          let receiver = try DatagramReceiver(isAbstract: true)
          setenv("NOTIFY_SOCKET", receiver.name, 1)
          SystemdNotifier().receive(.didBecomeActive)
          #expect(receiver.messages() == ["READY=1"])
        }
      }
    }

    @Test("children do not inherit the variables, unless they are to", arguments: [false, true])
    func children(inherit: Bool) async {
      await #expect(processExitsWith: .success) { [inherit] in
        await MainActor.run {
          let names = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"]
          for (name, value) in zip(names, ["@nowhere", "1000000", "\(getpid())"]) {
            setenv(name, value, 1)
          }
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
