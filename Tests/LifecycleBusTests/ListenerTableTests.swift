import TestSupport
import Testing

@testable import LifecycleBus

/// The pure table against a model that is a list, sorted anew for every event.
@MainActor
@Suite("The table of listeners")
struct ListenerTableTests {
  @Test(
    "random comings and goings, also while events are told, match the model (1, 3, 5, 7, 10, 12, 13)",
    arguments: (1...30).map { UInt64($0) })
  func model(seed: UInt64) {
    let world = World(seed: seed)
    for round in 0..<250 {
      world.step()
      let good =
        world.heard == world.expected && world.table.count == world.members.count
        && world.live.count == world.members.count
      if !good {
        Issue.record(
          """
          seed \(seed), round \(round): heard \(world.heard), expected \(world.expected); \
          count \(world.table.count), model \(world.members.count), alive \(world.live.count)
          """)
        return
      }
    }
    world.removeAll()
    #expect(world.table.count == 0, "seed \(seed)")
    #expect(world.live.count == 0, "seed \(seed)")
  }

  @Test("100,000 listeners come and go in mixed order, and the rest are told in order (12)")
  func hundredThousand() {
    var random = SeededGenerator(seed: 7)
    let table = ListenerTable()
    let live = LiveCount()
    var heard: [Int] = []
    var seats = (0..<100_000).map { number in
      let seat = ListenerSeat(priority: -(number % 50))
      table.insert(live.listener { _ in heard.append(number) }, seat: seat)
      return (number: number, seat: seat)
    }
    seats.shuffle(using: &random)
    for (_, seat) in seats[100...] { table.remove(seat) }
    #expect(table.count == 100)
    #expect(live.count == 100)
    table.tell(AppLifecycleContext(event: .didBecomeActive))
    let left = seats[..<100].map(\.number).sorted { ($0 % 50, $0) < ($1 % 50, $1) }
    #expect(heard == left)
    heard = []
    table.tell(AppLifecycleContext(event: .willTerminate, order: .mirrored))
    #expect(heard == left.reversed())
  }

  @Test("100,000 attach and detach one by one leave nothing behind (12)")
  func oneByOne() {
    let bus = TestBus()
    let live = LiveCount()
    bus.attach("staying")
    for number in 0..<100_000 {
      let attachment = bus.mediator.attach(live.listener(), priority: number % 3)
      attachment.detach()
    }
    #expect(live.count == 0)
    #expect(bus.mediator.listenerCount == 1)
    bus.post(.didBecomeActive)
    #expect(bus.calls == ["staying.didBecomeActive"])
  }

  @Test("a weak listener that died leaves its seat at the next event, and that is said once (13)")
  func pruned() {
    let table = ListenerTable()
    let live = LiveCount()
    var pruned: [ObjectIdentifier] = []
    table.onPrune = { pruned.append(ObjectIdentifier($0)) }
    let seat = {
      let listener = live.listener()
      let seat = ListenerSeat(priority: 0, weakListener: listener)
      table.insert(NoListener(), seat: seat)
      return seat
    }()
    #expect(live.count == 0)
    #expect(seat.isTaken)
    table.tell(AppLifecycleContext(event: .didBecomeActive))
    table.tell(AppLifecycleContext(event: .willResignActive))
    #expect(!seat.isTaken)
    #expect(seat.index == nil)
    #expect(pruned == [ObjectIdentifier(seat)])
  }

  @Test("a table that goes lets go of everybody, vacant cells among them")
  func tableGoes() {
    let live = LiveCount()
    do {
      let table = ListenerTable()
      let seats = (0..<100).map { ListenerSeat(priority: $0 % 3) }
      for seat in seats { table.insert(live.listener(), seat: seat) }
      for seat in seats[..<30] { table.remove(seat) }
      #expect(live.count == 70)
    }
    #expect(live.count == 0)
  }
}

/// A table, its model, and random things that happen to both.
@MainActor
private final class World {
  struct Member {
    let id: Int
    let priority: Int
    let seat: ListenerSeat
  }

  let table = ListenerTable()
  let live = LiveCount()
  /// The model: who takes part, in the order of arrival.
  var members: [Member] = []
  var heard: [Int] = []
  var expected: [Int] = []
  private var random: SeededGenerator
  private var nextID = 0
  /// What weak listeners live by.
  private var owners: [Int: CountedListener] = [:]
  /// What happens in the call of a listener, decided before the event.
  private var script: [Int: [Act]] = [:]
  /// While an event is told: who arrived, and whether to hear it.
  private var arrivals: [(member: Member, joins: Bool)] = []

  private enum Act {
    case arrive(priority: Int, weakly: Bool, joins: Bool)
    case leave(Int)
    case die(Int)
  }

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  func step() {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4: perform(arrival())
    case 4..<6: if let act = departure() { perform(act) }
    default: tell()
    }
  }

  func removeAll() {
    for member in members { table.remove(member.seat) }
    members = []
    owners = [:]
  }

  private func tell() {
    heard = []
    expected = []
    arrivals = []
    script = [:]
    for member in members where Int.random(in: 0..<4, using: &random) == 0 {
      script[member.id] = (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in
        Bool.random(using: &random) ? arrival() : departure()
      }
    }
    let mirrored = Bool.random(using: &random)
    // Stable: by priority, then as they arrived.
    let inOrder = members.enumerated().sorted {
      ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset)
    }.map(\.element)
    var turn = (mirrored ? inOrder.reversed() : inOrder)[...]
    next = {
      while let member = turn.popFirst() {
        if self.isMember(member) { return member.id }
      }
      while let arrival = self.arrivals.first {
        self.arrivals.removeFirst()
        if arrival.joins, self.isMember(arrival.member) { return arrival.member.id }
      }
      return nil
    }
    let context = AppLifecycleContext(
      event: .didBecomeActive, order: mirrored ? .mirrored : .registration)
    if Bool.random(using: &random) {
      table.tell(context, timedBy: FakeProbe())
    } else {
      table.tell(context)
    }
    // Whoever the model would still call has been missed.
    while let missed = next() { expected.append(missed) }
    next = { nil }
    arrivals = []
  }

  /// Who the model says is to be called now.
  private var next: () -> Int? = { nil }

  private func called(_ id: Int) {
    heard.append(id)
    if let due = next() { expected.append(due) }
    for act in script.removeValue(forKey: id) ?? [] { perform(act, whileTelling: true) }
  }

  private func perform(_ act: Act, whileTelling: Bool = false) {
    switch act {
    case .arrive(let priority, let weakly, let joins):
      nextID += 1
      let id = nextID
      let listener = live.listener { [unowned self] _ in called(id) }
      let seat = ListenerSeat(priority: priority, weakListener: weakly ? listener : nil)
      if weakly { owners[id] = listener }
      let member = Member(id: id, priority: priority, seat: seat)
      members.append(member)
      if whileTelling { arrivals.append((member, joins)) }
      table.insert(weakly ? NoListener() : listener, seat: seat, joins: joins)
    case .leave(let id):
      guard let index = members.firstIndex(where: { $0.id == id }) else { return }
      let member = members.remove(at: index)
      table.remove(member.seat)
      table.remove(member.seat)
      owners[id] = nil
    case .die(let id):
      guard owners.removeValue(forKey: id) != nil else { return }
      members.removeAll { $0.id == id }
    }
  }

  private func arrival() -> Act {
    .arrive(
      priority: [-3, 0, 0, 0, 8].randomElement(using: &random) ?? 0,
      weakly: Int.random(in: 0..<3, using: &random) == 0, joins: Bool.random(using: &random))
  }

  private func departure() -> Act? {
    guard let member = members.randomElement(using: &random) else { return nil }
    return owners[member.id] != nil && Bool.random(using: &random)
      ? .die(member.id) : .leave(member.id)
  }

  private func isMember(_ member: Member) -> Bool { members.contains { $0.id == member.id } }
}
