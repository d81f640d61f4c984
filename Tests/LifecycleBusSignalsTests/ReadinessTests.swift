#if canImport(Glibc) || canImport(Musl)
  import Foundation
  import LifecycleBus
  import TestSupport
  import Testing

  @testable import LifecycleBusSignals

  @MainActor
  @Suite("When a service is ready, and when it stops", .timeLimit(.minutes(hangMinutes)))
  struct ReadinessTests {
    private let receiver: DatagramReceiver
    private let bus = TestBus(policy: .balanced)

    init() throws {
      receiver = try DatagramReceiver(isAbstract: true)
      bus.mediator.attach(SystemdNotifier(["NOTIFY_SOCKET": receiver.name]))
    }

    /// Connects when it's told to.
    private final class Database: AppLifecycleAsyncListener {
      let mayConnect = Gate()

      func onAppDidFinishLaunching() async { await mayConnect.wait() }
    }

    @Test("READY=1 is sent when the async listeners have launched (80)")
    func slowLaunch() async {
      let database = Database()
      bus.mediator.attach(database)
      bus.play(.coldLaunchWithScenes)
      await Task.yield()
      #expect(receiver.messages() == [])

      database.mayConnect.open()
      await bus.mediator.waitForLaunch()
      await turns()

      #expect(receiver.messages() == ["READY=1"])
    }

    @Test("a service that ends while it launches is never ready (80)")
    func endedDuringTheLaunch() async {
      let database = Database()
      bus.mediator.attach(database)
      bus.play(.coldLaunchWithScenes)

      bus.post(.willTerminate)
      database.mayConnect.open()
      await bus.mediator.waitForLaunch()
      await turns()

      #expect(receiver.messages() == ["STOPPING=1"])
    }

    @Test(
      "STOPPING=1 is sent with the first event of a signal that ends, and not at Ctrl-Z",
      arguments: [(ProcessSignal.terminate, ["STOPPING=1"]), (.suspend, [])])
    func stopping(signal: ProcessSignal, messages: [String]) {
      bus.play(.coldLaunchWithScenes)
      #expect(receiver.messages() == ["READY=1"])

      bus.mediator.post(
        .willResignActive, userInfo: [AppLifecycleContext.signalKey: signal.rawValue])

      #expect(receiver.messages() == messages)
    }

    /// Lets the notifier's own task run, which waits for the same.
    private func turns() async {
      for _ in 0..<10 {
        await Task.yield()
      }
    }
  }
#endif
