import LifecycleBus
import TestSupport
import Testing

@MainActor
@Suite("Order")
struct OrderTests {
  nonisolated static let up = AppLifecycleEvent.named.filter { $0.direction == .up }
  nonisolated static let down = AppLifecycleEvent.named.filter { $0.direction == .down }
  nonisolated static let conditions = AppLifecycleEvent.named.filter { $0.direction == .none }

  @Test(
    "up events and conditions go in attachment order (1)",
    arguments: up + conditions, [AppLifecycleOrder.registration, .mirrored])
  func upEvents(event: AppLifecycleEvent, order: AppLifecycleOrder) {
    let bus = TestBus(policy: .init(order: order, admission: .asPosted))
    bus.attach("first")
    bus.attach("second")
    bus.post(event)
    #expect(bus.calls == ["first.\(event)", "second.\(event)"])
  }

  @Test(".lifecycle.mirrored reverses the order of down events (2)", arguments: down)
  func downEventsMirrored(event: AppLifecycleEvent) {
    let bus = TestBus(policy: .lifecycle.mirrored, initialState: .active)
    bus.attach("first")
    bus.attach("second")
    bus.post(event)
    #expect(bus.calls.suffix(2) == ["second.\(event)", "first.\(event)"])
  }

  @Test(".relay.mirrored delivers each post as it is, down events in reverse (2)", arguments: down)
  func postsMirrored(event: AppLifecycleEvent) {
    let bus = TestBus(policy: .relay.mirrored)
    bus.attach("first")
    bus.attach("second")
    bus.post(event, event)
    let reverse = ["second.\(event)", "first.\(event)"]
    #expect(bus.calls == reverse + reverse)
  }

  @Test(
    ".lifecycle keeps the order of registration for every event (68)",
    arguments: AppLifecycleEvent.named)
  func registrationForEveryEvent(event: AppLifecycleEvent) {
    // The state is assumed, so that each event is delivered.
    let bus = TestBus(policy: .lifecycle, initialState: .active)
    bus.attach("0a")
    bus.attach("5", priority: 5)
    bus.attach("0b")
    bus.post(event)
    #expect(bus.calls.suffix(3) == ["5", "0a", "0b"].map { "\($0).\(event)" })
    #expect(bus.calls.count.isMultiple(of: 3))
  }

  @Test("the steps that .lifecycle adds keep the order of registration (68)")
  func addedStepsInOrder() {
    let bus = TestBus(policy: .lifecycle, initialState: .active)
    bus.attach("first")
    bus.attach("second")
    bus.post(.willTerminate)
    let steps: [AppLifecycleEvent] = [.willResignActive, .didEnterBackground, .willTerminate]
    #expect(bus.calls == steps.flatMap { ["first.\($0)", "second.\($0)"] })
  }

  @Test(".relay has one order for every event (2)", arguments: down)
  func downEventsPlain(event: AppLifecycleEvent) {
    let bus = TestBus(policy: .relay)
    bus.attach("first")
    bus.attach("second")
    bus.post(event)
    #expect(bus.calls == ["first.\(event)", "second.\(event)"])
  }

  @Test("each policy has its order and admission (2, 68)")
  func policies() {
    typealias Policy = AppLifecycleMediator.Policy
    #expect(Policy.relay == .init(order: .registration, admission: .asPosted))
    #expect(Policy.lifecycle == .init(order: .registration, admission: .balanced))
    #expect(Policy.relay.mirrored == .init(order: .mirrored, admission: .asPosted))
    #expect(Policy.lifecycle.mirrored == .init(order: .mirrored, admission: .balanced))
    #expect(Policy.lifecycle.mirrored.mirrored == .lifecycle.mirrored)
    #expect(Policy.lifecycle.mirrored.passingObjects == .lifecycle.passingObjects.mirrored)
    #expect(Policy.lifecycle.passingObjects.mirrored != .lifecycle.mirrored)
  }

  @Test(
    "higher priorities go first, equal ones as attached (3)",
    arguments: up + conditions)
  func priorities(event: AppLifecycleEvent) {
    let bus = busWithPriorities()
    bus.post(event)
    #expect(bus.calls == ["5a", "5b", "0a", "0b", "0c", "-1"].map { "\($0).\(event)" })
  }

  @Test(".lifecycle.mirrored reverses priorities, and equal ones too (3)", arguments: down)
  func mirroredPriorities(event: AppLifecycleEvent) {
    let bus = busWithPriorities()
    bus.post(event)
    let expected = ["-1", "0c", "0b", "0a", "5b", "5a"].map { "\($0).\(event)" }
    #expect(Array(bus.calls.suffix(6)) == expected)
  }

  @Test("Int.min and Int.max are valid priorities (3)")
  func extremePriorities() {
    let bus = TestBus()
    bus.attach("least", priority: .min)
    bus.attach("most", priority: .max)
    bus.attach("middle")
    bus.post(.didBecomeActive)
    #expect(bus.calls.map { $0.prefix { $0 != "." } } == ["most", "middle", "least"])
  }

  @Test(
    "the context carries the order of the event (2)",
    arguments: AppLifecycleEvent.named, [AppLifecycleOrder.registration, .mirrored])
  func orderInContext(event: AppLifecycleEvent, order: AppLifecycleOrder) {
    let bus = TestBus(policy: .init(order: order, admission: .asPosted))
    var seen: [AppLifecycleOrder] = []
    bus.attach("only") { seen.append($0.order) }
    bus.post(event)
    #expect(seen == [event.direction == .down ? order : .registration])
  }

  @Test(
    "the event's own method goes before onAppEvent (4)",
    arguments: AppLifecycleEvent.named,
    [AppLifecycleMediator.Policy.relay, .lifecycle, .lifecycle.mirrored])
  func typedMethodFirst(event: AppLifecycleEvent, policy: AppLifecycleMediator.Policy) {
    let bus = TestBus(policy: policy, initialState: .background)
    let journal = CallJournal()
    bus.mediator.attach(EveryMethodListener("1", journal))
    bus.mediator.attach(EveryMethodListener("2", journal))
    bus.post(event)
    let isMirrored = event.direction == .down && policy == .lifecycle.mirrored
    let names = isMirrored ? ["2", "1"] : ["1", "2"]
    let expected = names.flatMap { ["\($0) typed \(event)", "\($0) any \(event)"] }
    #expect(Array(journal.lines.suffix(4)) == expected)
  }

  @Test("a listener attached again takes the last place (5)")
  func attachedAgain() {
    let bus = TestBus()
    let first = bus.listener("first")
    bus.mediator.attach(first)
    bus.attach("second")
    bus.mediator.detach(first)
    bus.mediator.attach(first)
    bus.post(.didBecomeActive)
    #expect(bus.calls == ["second.didBecomeActive", "first.didBecomeActive"])
  }

  #if os(macOS) || os(Linux) || os(Windows)
    @Test(
      "100 processes with random hash seeds see one order (6)",
      .timeLimit(.minutes(hangMinutes)))
    nonisolated func hashSeeds() async throws {
      let lines = try await withThrowingTaskGroup(of: [String].self) { group in
        for _ in 0..<100 {
          group.addTask { try await HelperProgram("HostingProbe").run("order").lines }
        }
        var all: [String] = []
        for try await lines in group { all += lines }
        return all
      }
      let orders = lines.map { $0.prefix { $0 != "," } }
      #expect(orders.count == 100)
      #expect(Set(orders) == [(0..<100).map(String.init).joined(separator: " ")[...]])
      #expect(Set(lines).count > 90, "the hash seeds differ")
    }
  #endif

  private func busWithPriorities() -> TestBus {
    let bus = TestBus(policy: .lifecycle.mirrored, initialState: .active)
    bus.attach("0a")
    bus.attach("5a", priority: 5)
    bus.attach("-1", priority: -1)
    bus.attach("0b")
    bus.attach("5b", priority: 5)
    bus.attach("0c")
    return bus
  }
}
