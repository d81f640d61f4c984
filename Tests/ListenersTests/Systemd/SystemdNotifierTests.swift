#if canImport(Glibc) || canImport(Musl)
  import Foundation
  import LifecycleBus
  import TestSupport
  import Testing

  @testable import Listeners

  @MainActor
  @Suite("systemd notifier")
  struct SystemdNotifierTests {
    @Test(
      "READY=1 is sent once the app is active and STOPPING=1 on its way to the end, once each (S18)",
      arguments: [false, true])
    func readyAndStopping(isAbstract: Bool) throws {
      let receiver = try DatagramReceiver(isAbstract: isAbstract)
      let bus = TestBus(policy: .lifecycle)
      bus.mediator.attach(SystemdNotifier(environment: ["NOTIFY_SOCKET": receiver.name]))
      bus.post(.didFinishLaunching, .willEnterForeground)
      #expect(receiver.messages() == [])
      bus.post(.didBecomeActive)
      #expect(receiver.messages() == ["READY=1"])
      (AppLifecycleScenario.doubleActivation + .toBackground + .toForeground)
        .play(on: bus.center)
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
    func order(policy: AppLifecycleMediator.Policy, heardAtTheEnd: [String]) throws {
      let receiver = try DatagramReceiver(isAbstract: false)
      let bus = TestBus(policy: policy)
      var heardByOthers: [String: [String]] = [:]
      bus.attach("service") { heardByOthers["\($0.event)"] = receiver.messages() }
      bus.mediator.attach(SystemdNotifier(socket: receiver.name))
      bus.post(.didBecomeActive)
      #expect(heardByOthers["didBecomeActive"] == [])
      #expect(receiver.messages() == ["READY=1"])
      bus.post(.willTerminate)
      #expect(heardByOthers["willTerminate"] == heardAtTheEnd)
    }

    @Test("READY=1 is sent once, however often the app reports it")
    func reportedTwice() throws {
      let receiver = try DatagramReceiver(isAbstract: false)
      let notifier = SystemdNotifier(socket: receiver.name)
      notifier.reportReady()
      notifier.reportReady()
      #expect(receiver.messages() == ["READY=1"])
    }

    @Test("a status is one line, also with line ends in it")
    func status() throws {
      let receiver = try DatagramReceiver(isAbstract: false)
      let notifier = SystemdNotifier(socket: receiver.name)
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
    func extendTimeout(duration: Duration, microseconds: String) throws {
      let receiver = try DatagramReceiver(isAbstract: false)
      SystemdNotifier(socket: receiver.name).extendTimeout(by: duration)
      #expect(receiver.messages() == ["EXTEND_TIMEOUT_USEC=\(microseconds)"])
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
      let bus = TestBus()
      var errors: [SystemdNotifierError] = []
      let notifier = SystemdNotifier(socket: address)
      notifier.onError = { errors.append($0) }
      bus.mediator.attach(notifier)
      bus.attach("next")
      bus.post(.didBecomeActive, .willTerminate)
      notifier.report(status: "x")
      #expect(errors == [.unsupportedAddress(address)])
      #expect(errors.first?.description.contains(address.debugDescription) == true)
      #expect(bus.calls.count == 2)
    }

    @Test(
      "the longest address works and one byte more is an error",
      arguments: [(false, 107), (true, 107)])
    func longest(isAbstract: Bool, length: Int) throws {
      let receiver = try DatagramReceiver(isAbstract: isAbstract, nameLength: length)
      SystemdNotifier(socket: receiver.name).receive(.didBecomeActive)
      #expect(receiver.messages() == ["READY=1"])

      var errors: [SystemdNotifierError] = []
      let names = [receiver.name + "x", receiver.name + String(repeating: "x", count: 10_000)]
      for tooLong in names {
        let notifier = SystemdNotifier(socket: tooLong)
        notifier.onError = { errors.append($0) }
        notifier.receive(.didBecomeActive)
      }
      #expect(errors == names.map { .addressTooLong($0) })
      #expect(errors.allSatisfy { $0.description.utf8.count < 300 })
    }

    @Test("a socket that does not exist or is closed is reported each time")
    func missing() throws {
      var errors: [SystemdNotifierError] = []
      var receiver: DatagramReceiver? = try DatagramReceiver(isAbstract: true)
      let gone = try #require(receiver?.name)
      receiver = nil
      // A child that another test is starting keeps the socket until it runs its own program.
      let socket = try NotifySocket(name: gone)
      var failure: SystemdNotifierError?
      while failure != .sendFailed(gone, errno: ECONNREFUSED) {
        failure = nil
        do { try socket.send("") } catch { failure = error }
        sched_yield()
      }
      for (address, code) in [
        ("/nowhere/at/all", ENOENT), (gone, ECONNREFUSED), ("/dev/null", ECONNREFUSED),
      ] {
        errors = []
        let notifier = SystemdNotifier(socket: address)
        notifier.onError = { errors.append($0) }
        notifier.receive(.didBecomeActive)
        notifier.receive(.willTerminate)
        let expected = SystemdNotifierError.sendFailed(address, errno: code)
        #expect(errors == [expected, expected])
      }
      #expect(errors.first?.description.hasSuffix("(error \(ECONNREFUSED)).") == true)
    }

    @Test("attached late with a replay it is ready at once; twice attached, once (5, 21)")
    func attachedLate() throws {
      let receiver = try DatagramReceiver(isAbstract: false)
      let bus = TestBus()
      bus.post(.didFinishLaunching, .didBecomeActive)
      let notifier = SystemdNotifier(socket: receiver.name)
      bus.mediator.attach(notifier, replay: .state)
      bus.mediator.attach(notifier, replay: .state)
      #expect(receiver.messages() == ["READY=1"])
    }

    @Test("sending leaves no descriptor open, whether it succeeds or not")
    func descriptors() throws {
      let openDescriptors = {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
      }
      let receiver = try DatagramReceiver(isAbstract: false)
      let notifier = SystemdNotifier(socket: receiver.name)
      let unusable = SystemdNotifier(socket: "/nowhere/at/all")
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
  }
#endif
