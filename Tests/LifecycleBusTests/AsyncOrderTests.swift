import Testing

@testable import LifecycleBus

/// When each `async` call begins, as a pure value.
@Suite("The order of async calls")
struct AsyncOrderTests {
  private final class Listener {}

  private let database = Listener()
  private let server = Listener()
  private var order = AsyncOrder()

  /// The mirrored mediator, and another one.
  private let chain = 1
  private let otherChain = 2

  private mutating func add(_ listener: Listener, chain: Int? = nil) -> Int {
    order.add(listener: ObjectIdentifier(listener), chain: chain)
  }

  private mutating func takeAll() -> [Int] {
    var calls: [Int] = []
    while let call = order.takeNext() {
      calls.append(call)
    }
    return calls
  }

  @Test("a listener's calls wait for each other, whatever chains they are in (76)")
  mutating func oneListener() {
    let first = add(server)
    let second = add(server, chain: chain)
    let third = add(server, chain: otherChain)
    #expect(takeAll() == [first])

    order.remove(first)
    #expect(takeAll() == [second])

    order.remove(second)
    #expect(takeAll() == [third])
  }

  @Test("without a chain, the calls of different listeners run side by side (76)")
  mutating func sideBySide() {
    let first = add(database)
    let second = add(server)
    #expect(takeAll() == [first, second])
  }

  @Test("in a chain each call begins when the one before it has returned (76)")
  mutating func mirrored() {
    let first = add(database, chain: chain)
    let second = add(server, chain: chain)
    #expect(takeAll() == [first])

    order.remove(first)
    #expect(takeAll() == [second])
  }

  @Test("two chains and a condition do not wait for each other (76)")
  mutating func twoChains() {
    let here = add(database, chain: chain)
    let there = add(server, chain: otherChain)
    let condition = add(Listener())
    #expect(takeAll() == [here, there, condition])
  }

  @Test("a call that is cut off lets the chain go on, but not its own listener (77)")
  mutating func cutOff() {
    let stubborn = add(server, chain: chain)
    let close = add(database, chain: chain)
    let later = add(server, chain: chain)
    let afterIt = add(database, chain: chain)
    #expect(takeAll() == [stubborn])

    order.cutOff(stubborn)
    #expect(takeAll() == [close])

    order.remove(close)
    #expect(takeAll() == [afterIt])

    order.remove(stubborn)
    #expect(takeAll() == [later])
  }

  @Test("a call behind one that was cut off and still runs holds up nobody (77)")
  mutating func behindStubborn() {
    let stubborn = add(server, chain: chain)
    order.cutOff(stubborn)
    let later = add(server, chain: chain)
    let close = add(database, chain: chain)
    #expect(takeAll() == [stubborn, close])
    #expect(order.isOver(later) && !order.isOver(close))
  }

  @Test("calls that are cut off before they begin, begin all the same (77)")
  mutating func cutOffBefore() {
    let running = add(database, chain: chain)
    let waiting = add(server, chain: chain)
    #expect(takeAll() == [running])

    order.cutOff(running)
    order.cutOff(waiting)
    #expect(takeAll() == [waiting])
    #expect(order.isOver(running) && order.isOver(waiting))
  }
}
