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

  @Test(".lifecycle mirrors the order of down events (2)", arguments: down)
  func downEventsMirrored(event: AppLifecycleEvent) {
    let bus = TestBus(policy: .init(order: .mirrored, admission: .asPosted))
    bus.attach("first")
    bus.attach("second")
    bus.post(event)
    #expect(bus.calls == ["second.\(event)", "first.\(event)"])
  }

  @Test(".relay has one order for every event (2)", arguments: down)
  func downEventsPlain(event: AppLifecycleEvent) {
    let bus = TestBus(policy: .relay)
    bus.attach("first")
    bus.attach("second")
    bus.post(event)
    #expect(bus.calls == ["first.\(event)", "second.\(event)"])
  }

  @Test("each policy has its order and admission (2)")
  func policies() {
    #expect(
      AppLifecycleMediator.Policy.relay == .init(order: .registration, admission: .asPosted))
    #expect(AppLifecycleMediator.Policy.lifecycle == .init(order: .mirrored, admission: .balanced))
    #expect(
      AppLifecycleMediator.Policy.lifecycleInOrder
        == .init(order: .registration, admission: .balanced))
  }

  @Test(
    "higher priorities go first, equal ones as attached (3)",
    arguments: up + conditions)
  func priorities(event: AppLifecycleEvent) {
    let bus = busWithPriorities()
    bus.post(event)
    #expect(bus.calls == ["5a", "5b", "0a", "0b", "0c", "-1"].map { "\($0).\(event)" })
  }

  @Test("the mirrored order reverses equal priorities too (3)", arguments: down)
  func mirroredPriorities(event: AppLifecycleEvent) {
    let bus = busWithPriorities()
    bus.post(event)
    #expect(bus.calls == ["-1", "0c", "0b", "0a", "5b", "5a"].map { "\($0).\(event)" })
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
    arguments: AppLifecycleEvent.named, [AppLifecycleMediator.Policy.relay, .lifecycle])
  func typedMethodFirst(event: AppLifecycleEvent, policy: AppLifecycleMediator.Policy) {
    let bus = TestBus(policy: policy, initialState: .background)
    let journal = CallJournal()
    bus.mediator.attach(EveryMethodListener("1", journal))
    bus.mediator.attach(EveryMethodListener("2", journal))
    bus.post(event)
    let names = event.direction == .down && policy == .lifecycle ? ["2", "1"] : ["1", "2"]
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
    let bus = TestBus(policy: .init(order: .mirrored, admission: .asPosted))
    bus.attach("0a")
    bus.attach("5a", priority: 5)
    bus.attach("-1", priority: -1)
    bus.attach("0b")
    bus.attach("5b", priority: 5)
    bus.attach("0c")
    return bus
  }
}
