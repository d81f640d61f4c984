import TestSupport
import Testing

@testable import LifecycleBus

/// The store against a model that is a list, sorted anew for every event.
@MainActor
@Suite("The store of listeners")
struct ListenerStoreTests {
  @Test(
    "random membership matches a model (1, 3, 5, 7, 10, 12, 13)",
    arguments: (1...30).map { UInt64($0) })
  func model(seed: UInt64) async {
    let world = World(seed: seed)
    for round in 0..<Sanitizer.rounds(250) {
      // Other tests need the main actor, too.
      await Task.yield()
      world.step()
      let good =
        world.heard == world.expected && world.store.count == world.members.count
        && world.live.count == world.members.count
      if !good {
        Issue.record(
          """
          seed \(seed), round \(round): heard \(world.heard), expected \(world.expected); \
          count \(world.store.count), model \(world.members.count), alive \(world.live.count)
          """)
        return
      }
    }
    world.removeAll()
    #expect(world.store.count == 0, "seed \(seed)")
    #expect(world.live.count == 0, "seed \(seed)")
  }

  @Test("100,000 listeners keep their order after detaches (12)")
  func hundredThousand() {
    var random = SeededGenerator(seed: 7)
    let store = ListenerStore()
    let live = LiveCount()
    var heard: [Int] = []
    var attached = (0..<100_000).map { number in
      let listener = live.listener { _ in heard.append(number) }
      return (number, store.insert(listener, priority: -(number % 50)).attachment)
    }
    attached.shuffle(using: &random)
    for (_, attachment) in attached[100...] { attachment.detach() }
    #expect(store.count == 100)
    #expect(live.count == 100)
    store.deliver(AppLifecycleContext(event: .didBecomeActive))
    let left = attached[..<100].map(\.0).sorted { ($0 % 50, $0) < ($1 % 50, $1) }
    #expect(heard == left)
    heard = []
    store.deliver(.mirrored)
    #expect(heard == left.reversed())
    store.close()
  }

  @Test("100,000 attach and detach pairs leave nothing (12)")
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

  @Test("a freed weak listener is detached at the next event (13)")
  func pruned() {
    let store = ListenerStore()
    let live = LiveCount()
    let attachment = Self.insertWeakly(live.listener(), in: store)
    #expect(live.count == 0)
    #expect(attachment.store != nil)
    store.deliver(AppLifecycleContext(event: .didBecomeActive))
    #expect(attachment.store == nil)
    #expect(store.count == 0)
    store.close()
  }

  private static func insertWeakly(
    _ listener: CountedListener, in store: ListenerStore
  ) -> AppLifecycleAttachment {
    store.insert(listener, weakly: listener, priority: 0).attachment
  }

  @Test("closing a store releases its listeners")
  func closed() {
    let live = LiveCount()
    let store = ListenerStore()
    let attachments = (0..<100).map {
      store.insert(live.listener(), priority: $0 % 3).attachment
    }
    for attachment in attachments[..<30] { attachment.detach() }
    #expect(live.count == 70)
    store.close()
    #expect(live.count == 0)
    #expect(attachments.allSatisfy { !$0.isAttached })
  }

  /// Detaches another listener when it is released.
  private final class Link: AppLifecycleListener {
    let next: AppLifecycleAttachment?
    init(_ next: AppLifecycleAttachment?) { self.next = next }
    deinit {
      let next = next
      MainActor.assumeIsolated { next?.detach() }
    }
  }

  @Test("a chain of 100,000 detaching deinits needs no stack")
  func chainOfDeinits() {
    let store = ListenerStore()
    var last: AppLifecycleAttachment?
    for _ in 0..<100_000 { last = store.insert(Link(last), priority: 0).attachment }
    last?.detach()
    #expect(store.count == 0)
  }

  @Test("listeners that were detached during an event are released one after the other (72)")
  func releaseAfterEvent() {
    let store = ListenerStore()
    let live = LiveCount()
    var order: [Int] = []
    final class Noting: AppLifecycleListener {
      let note: @MainActor () -> Void
      init(_ note: @escaping @MainActor () -> Void) { self.note = note }
      deinit {
        let note = note
        MainActor.assumeIsolated { note() }
      }
    }
    let child = store.insert(live.listener(), priority: 0).attachment
    let first = store.insert(
      Noting {
        child.detach()
        // The queue releases it after this one.
        order.append(live.count)
      }, priority: 0
    ).attachment
    _ = store.insert(
      ClosureListener("it") { _ in first.detach() }, priority: 0)
    store.deliver(.mirrored)
    #expect(order == [1])
    #expect(live.count == 0)
    store.close()
  }
}

extension AppLifecycleContext {
  fileprivate static var mirrored: Self {
    Self(
      event: .willTerminate, state: .terminated, previousState: .active, origin: .posted,
      order: .mirrored, userInfo: nil, poster: nil)
  }
}

/// A store, its model, and random operations on both.
@MainActor
private final class World {
  struct Member {
    let id: Int
    let priority: Int
    let attachment: AppLifecycleAttachment
  }

  let store = ListenerStore()
  let live = LiveCount()
  /// The model: the attached listeners, in the order of attachment.
  var members: [Member] = []
  var heard: [Int] = []
  var expected: [Int] = []
  private var random: SeededGenerator
  private var nextID = 0
  /// Keeps the weakly attached listeners alive.
  private var owners: [Int: CountedListener] = [:]
  /// The acts in the call of a listener, decided before the event.
  private var script: [Int: [Act]] = [:]

  private enum Act {
    case arrive(priority: Int, weakly: Bool)
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
    for member in members { member.attachment.detach() }
    members = []
    owners = [:]
  }

  private func tell() {
    heard = []
    expected = []
    script = [:]
    for member in members where Int.random(in: 0..<4, using: &random) == 0 {
      script[member.id] = (0..<Int.random(in: 1...3, using: &random)).compactMap { _ in
        Bool.random(using: &random) ? arrival() : departure()
      }
    }
    let mirrored = Bool.random(using: &random)
    // Stable: by priority, then in the order of attachment.
    let inOrder = members.enumerated().sorted {
      ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset)
    }.map(\.element)
    var turn = (mirrored ? inOrder.reversed() : inOrder)[...]
    next = {
      while let member = turn.popFirst() {
        if self.isMember(member) { return member.id }
      }
      return nil
    }
    let context = mirrored ? .mirrored : AppLifecycleContext(event: .didBecomeActive)
    if Bool.random(using: &random) {
      let entries = store.entries(isMirrored: mirrored)
      EventQueue.shared.run([
        EventDelivery(context, to: entries, report: ProbeReport(FakeProbe()))
      ])
    } else {
      store.deliver(context)
    }
    // A listener that the model would still call was missed.
    while let missed = next() { expected.append(missed) }
    next = { nil }
  }

  /// The listener that the model says is to be called now.
  private var next: () -> Int? = { nil }

  private func called(_ id: Int) {
    heard.append(id)
    if let due = next() { expected.append(due) }
    for act in script.removeValue(forKey: id) ?? [] { perform(act) }
  }

  private func perform(_ act: Act) {
    switch act {
    case .arrive(let priority, let weakly):
      nextID += 1
      let id = nextID
      let listener = live.listener { [unowned self] _ in called(id) }
      if weakly { owners[id] = listener }
      let attachment =
        weakly
        ? store.insert(listener, weakly: listener, priority: priority).attachment
        : store.insert(listener, priority: priority).attachment
      members.append(Member(id: id, priority: priority, attachment: attachment))
    case .leave(let id):
      guard let index = members.firstIndex(where: { $0.id == id }) else { return }
      let member = members.remove(at: index)
      member.attachment.detach()
      member.attachment.detach()
      owners[id] = nil
    case .die(let id):
      guard owners.removeValue(forKey: id) != nil else { return }
      members.removeAll { $0.id == id }
    }
  }

  private func arrival() -> Act {
    .arrive(
      priority: [-3, 0, 0, 0, 8].randomElement(using: &random) ?? 0,
      weakly: Int.random(in: 0..<3, using: &random) == 0)
  }

  private func departure() -> Act? {
    guard let member = members.randomElement(using: &random) else { return nil }
    return owners[member.id] != nil && Bool.random(using: &random)
      ? .die(member.id) : .leave(member.id)
  }

  private func isMember(_ member: Member) -> Bool { members.contains { $0.id == member.id } }
}
