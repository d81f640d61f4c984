import LifecycleBus
import TestSupport
import Testing

/// A service that connects and closes as people write it: in an extension, with `async` methods.
@MainActor
private final class Service {
  var calls: [String] = []
  var isCancelled: [Bool] = []
  let connected = Gate()
  let closed = Gate()
  var connects: @MainActor () async -> Void = {}

  func note(_ text: String) { calls.append(text) }
}

extension Service: AppLifecycleAsyncListener {
  func onAppDidFinishLaunching() async {
    note("connect")
    await connects()
    isCancelled.append(Task.isCancelled)
    note("connected")
    connected.open()
  }

  // Without `async` it is called all the same.
  func onAppDidBecomeActive() { note("active") }

  func onAppDidEnterBackground() async {
    note("save")
    await Task.yield()
    note("saved")
  }

  func onAppWillTerminate() async {
    note("close")
    await Task.yield()
    isCancelled.append(Task.isCancelled)
    note("closed")
    closed.open()
  }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) async {
    guard event == .didReceiveMemoryWarning else { return }
    note("\(context.userInfo?["level"] ?? "none")")
  }
}

@MainActor
@Suite("Listeners whose methods are async")
struct AsyncListenerTests {
  private let bus = TestBus(policy: .balanced, vocabulary: .uiKit)
  private let service = Service()

  @Test("one event after the other, in order, also replayed and synthesized ones (15, 21, 76)")
  func order() async {
    bus.post(.didFinishLaunching, .willEnterForeground)

    bus.mediator.attach(service, replay: .state)
    bus.mediator.post(.didReceiveMemoryWarning, userInfo: ["level": 2])
    bus.post(.didBecomeActive, .willTerminate)
    // No method begins inside a post.
    #expect(service.calls.isEmpty)

    await service.closed.wait()
    #expect(
      service.calls
        == ["connect", "connected", "2", "active", "save", "saved", "close", "closed"])
  }

  @Test("when its hold expires, the earlier call is cancelled too, and the way down goes on (40)")
  func expiry() async {
    let clock = ManualClock()
    let hangs = Gate()

    service.connects = {
      // Ends when it is cancelled, as a connect does.
      await withTaskCancellationHandler {
        await hangs.wait()
      } onCancel: {
        hangs.open()
      }
    }
    bus.mediator.attach(service)
    bus.post(.didFinishLaunching, .willTerminate)

    async let expired = bus.mediator.waitForHolds(upTo: .seconds(5), clock: clock)
    await clock.waitForSleepers()
    clock.advance(by: .seconds(5))

    #expect(await expired == ["Service"])
    await service.closed.wait()
    #expect(service.isCancelled == [true, true])
    #expect(bus.anomalies.last == .holdsExpired(["Service"]))
  }

  @Test("it may be a value, in a group, attached weakly, and called alone")
  func kinds() async {
    struct Value: AppLifecycleAsyncListener {
      let service: Service

      func onAppDidFinishLaunching() async { service.note("value") }
      func onAppWillTerminate() async { service.closed.open() }
    }
    bus.mediator.attach(ListenerGroup { Value(service: service) })
    bus.mediator.attach(weakly: service)

    bus.post(.didFinishLaunching)
    await service.connected.wait()
    #expect(service.calls == ["value", "connect", "connected"])

    await service.receive(.didEnterBackground)
    #expect(service.calls.suffix(2) == ["save", "saved"])
  }

  @Test("receive(_:context:) by hand calls it later, as everything that isn't waited for (47)")
  func receivedByHand() async {
    service.receive(.didFinishLaunching, context: AppLifecycleContext(event: .didFinishLaunching))
    #expect(service.calls == [])

    await service.connected.wait()
    #expect(service.calls == ["connect", "connected"])
  }

  @Test("a detached one hears nothing more, but what has begun is finished (77)")
  func detach() async {
    let attachment = bus.mediator.attach(service)
    bus.post(.didFinishLaunching)

    attachment.detach()
    bus.post(.willTerminate)

    await service.connected.wait()
    #expect(service.calls == ["connect", "connected"])
    #expect(bus.mediator.openHolds == [])
  }
}
