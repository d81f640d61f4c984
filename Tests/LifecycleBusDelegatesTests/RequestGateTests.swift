import Foundation
import LifecycleBus
import LifecycleBusDelegates
import TestSupport
import Testing

@MainActor
@Suite("The gate of requests", .timeLimit(.minutes(hangMinutes)))
struct RequestGateTests {
  /// A gate, the requests in the order in which they came, and what became of each.
  @MainActor
  private final class Entrance {
    let gate: AppRequestGate
    var came: [String] = []
    var handedOver: [String] = []
    var losses: [String: AppRequestGate.Loss] = [:]
    private var tasks: [String: Task<Void, Never>] = [:]

    init(limit: Int) {
      gate = AppRequestGate(limit: limit)
      gate.onLoss = { [weak self] in self?.losses[$0] = $1 }
    }

    /// - `then`: Called in the middle of the request's work.
    @discardableResult
    func perform(_ name: String, then: @escaping @MainActor () -> Void = {}) -> Bool {
      came.append(name)
      return gate.perform(name) {
        self.handedOver.append(name)
        then()
      }
    }

    /// Begins an asynchronous request, up to its wait.
    func wait(_ name: String, then: @escaping @MainActor () -> Void = {}) async {
      tasks[name] = Task {
        came.append(name)
        guard await gate.wait(for: name) else { return }
        handedOver.append(name)
        then()
        await Task.yield()
      }
      await nextMainTurn()
    }

    func cancel(_ name: String) async {
      tasks[name]?.cancel()
      await settle()
    }

    func end() async {
      for task in tasks.values { await task.value }
      await settle()
    }
  }

  @Test("requests wait until the gate opens, and are handed over in their order")
  func order() {
    let entrance = Entrance(limit: 8)
    for name in ["a", "b", "c"] { #expect(entrance.perform(name)) }
    #expect(entrance.gate.waiting == ["a", "b", "c"])
    #expect(entrance.handedOver.isEmpty)
    entrance.gate.open()
    entrance.gate.open()
    #expect(entrance.handedOver == ["a", "b", "c"])
    entrance.perform("d")
    #expect(entrance.handedOver == ["a", "b", "c", "d"])
    #expect(entrance.losses.isEmpty)
  }

  @Test("an asynchronous request runs up to its first suspension before the next one's turn")
  func firstPart() async {
    let entrance = Entrance(limit: 8)
    var steps: [String] = []
    entrance.perform("a") { steps.append("a") }
    await entrance.wait("b") { steps.append("b, first part") }
    entrance.perform("c") { steps.append("c") }
    await entrance.wait("d") { steps.append("d, first part") }
    entrance.gate.open()
    #expect(steps == ["a"])
    // One that comes now goes behind those that wait.
    entrance.perform("e") { steps.append("e") }
    await entrance.end()
    #expect(steps == ["a", "b, first part", "c", "d, first part", "e"])
    await entrance.wait("f") { steps.append("f") }
    #expect(steps.last == "f")
  }

  @Test("a request that comes while those that waited are handed over goes behind them")
  func reentrancy() {
    let entrance = Entrance(limit: 2)
    entrance.perform("a") {
      entrance.perform("from inside")
      entrance.gate.open()
    }
    entrance.perform("b")
    entrance.gate.open()
    #expect(entrance.handedOver == ["a", "b", "from inside"])
  }

  @Test("a request beyond the limit is turned away, the others keep their turns", arguments: 0...3)
  func limit(_ limit: Int) async {
    let entrance = Entrance(limit: limit)
    var accepted = 0
    for number in 1...4 where entrance.perform("\(number)") { accepted += 1 }
    await entrance.wait("last")
    #expect(accepted == limit)
    #expect(
      entrance.losses.keys.sorted() == (limit + 1...4).map { "\($0)" } + ["last"])
    #expect(entrance.losses.values.allSatisfy { $0 == .overLimit })
    entrance.gate.open()
    await entrance.end()
    #expect(entrance.handedOver == (1...4).prefix(limit).map { "\($0)" })
  }

  @Test("a cancelled request leaves the queue, and is reported")
  func cancelled() async {
    let entrance = Entrance(limit: 8)
    for name in ["a", "b", "c"] { await entrance.wait(name) }
    await entrance.cancel("b")
    #expect(entrance.gate.waiting == ["a", "c"])
    #expect(entrance.losses == ["b": .cancelled])
    entrance.gate.open()
    await entrance.end()
    #expect(entrance.handedOver == ["a", "c"])
  }

  @Test("a cancelled request that was turned away takes nobody's turn")
  func cancelledBeyondTheLimit() async {
    let entrance = Entrance(limit: 1)
    await entrance.wait("a")
    await entrance.wait("too many")
    await entrance.cancel("too many")
    #expect(entrance.gate.waiting == ["a"])
    entrance.gate.open()
    await entrance.end()
    #expect(entrance.handedOver == ["a"])
  }

  @Test("the termination reports what was never handed over, and what comes later")
  func terminated() async {
    let bus = TestBus()
    let entrance = Entrance(limit: 8)
    bus.mediator.attach(entrance.gate)
    entrance.perform("url")
    await entrance.wait("push")
    bus.post(.willTerminate)
    #expect(!entrance.perform("late"))
    await entrance.end()
    #expect(entrance.losses == ["url": .terminated, "push": .terminated, "late": .terminated])
    entrance.gate.open()
    #expect(entrance.handedOver.isEmpty)
  }

  @Test("a termination while requests are handed over turns the rest away")
  func terminatedInside() {
    let bus = TestBus()
    let entrance = Entrance(limit: 8)
    bus.mediator.attach(entrance.gate)
    entrance.perform("a") { bus.post(.willTerminate) }
    entrance.perform("b")
    entrance.gate.open()
    #expect(entrance.handedOver == ["a"])
    #expect(entrance.losses == ["b": .terminated])
  }

  /// Answers URLs and fetches through one gate.
  private final class Links: AppURLOpening, AppBackgroundFetching {
    let gate: AppRequestGate
    var opened: [String] = []
    init(_ gate: AppRequestGate) { self.gate = gate }

    func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
      guard url.scheme == "notes" else { return false }
      return gate.perform("open \(url)") { self.opened.append("\(url)") }
    }

    func onAppPerformFetch() async -> AppFetchResult {
      guard await gate.wait(for: "fetch") else { return .failed }
      opened.append("fetch")
      return .newData
    }
  }

  @Test("listeners answer at once, and their work waits; a fetch waits until its deadline")
  func listeners() async throws {
    let bus = TestBus()
    let clock = ManualClock()
    let gate = AppRequestGate(limit: 2)
    var losses: [String] = []
    gate.onLoss = { losses.append("\($0): \($1)") }
    let links = Links(gate)
    bus.mediator.attach(links)
    let url = try #require(URL(string: "notes://1"))
    let other = try #require(URL(string: "other://1"))
    #expect(bus.mediator.askToOpen(url))
    #expect(!bus.mediator.askToOpen(other))
    let mediator = bus.mediator
    let fetch = Task { await mediator.askToFetchInBackground(clock: clock) }
    await clock.waitForSleepers()
    await settle()
    #expect(gate.waiting == ["open notes://1", "fetch"])
    #expect(!bus.mediator.askToOpen(url))
    clock.advance(by: .seconds(25))
    #expect(await fetch.value == .failed)
    await settle()
    #expect(losses == ["open notes://1: overLimit", "fetch: cancelled"])
    gate.open()
    #expect(links.opened == ["notes://1"])
    #expect(await mediator.askToFetchInBackground(clock: clock) == .newData)
  }

  @Test(
    "whatever comes when: each request is handed over once and in order, or lost and reported",
    arguments: 0..<30 as Range<UInt64>)
  func random(seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    let limit = Int.random(in: 0...5, using: &generator)
    let entrance = Entrance(limit: limit)
    var isOpen = false
    var nested = 0
    for number in 1...12 {
      let addsAnother = Int.random(in: 0..<3, using: &generator) == 0
      let then: @MainActor () -> Void = {
        guard addsAnother else { return }
        nested += 1
        entrance.perform("\(number) from inside")
      }
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<4: entrance.perform("\(number)", then: then)
      case 4..<7: await entrance.wait("\(number)", then: then)
      case 7: await entrance.cancel("\(Int.random(in: 1...number, using: &generator))")
      case 8: await settle()
      default:
        isOpen = true
        entrance.gate.open()
      }
      #expect(entrance.gate.waiting.count <= limit, "seed \(seed)")
      #expect(isOpen || entrance.handedOver.isEmpty, "seed \(seed)")
    }
    if isOpen { await entrance.end() } else { entrance.gate.onAppWillTerminate() }
    await entrance.end()
    let expected = entrance.came.filter { entrance.losses[$0] == nil }
    #expect(entrance.handedOver == expected, "seed \(seed)")
    #expect(entrance.gate.waiting.isEmpty, "seed \(seed)")
    #expect(Set(entrance.losses.keys).isSubset(of: entrance.came), "seed \(seed)")
  }
}
