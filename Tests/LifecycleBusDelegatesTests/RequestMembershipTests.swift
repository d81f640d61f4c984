import Foundation
import LifecycleBus
import LifecycleBusDelegates
import TestSupport
import Testing

@MainActor
@Suite("Order and membership of requests")
struct RequestMembershipTests {
  let bus = TestBus(policy: .lifecycle)
  let journal = Journal()
  let url = URL(filePath: "/item")

  func adopter(_ name: String) -> Adopter { Adopter(name, journal) }

  /// The names of the adopters that are asked to open a URL now.
  func asked() -> [String] {
    journal.entries = []
    bus.mediator.askToOpen(url)
    return journal.entries.map { $0.replacing(".open", with: "") }
  }

  @Test("adopters are asked by priority, then attachment")
  func order() {
    for (name, priority) in [("a", 0), ("b", -1), ("c", 5), ("d", 0), ("e", 5), ("f", -1)] {
      bus.mediator.attach(adopter(name), priority: priority)
    }
    #expect(asked() == ["c", "e", "a", "d", "b", "f"])
  }

  @Test("100 adopters are asked once each, in order")
  func hundred() {
    for number in 0..<100 { bus.mediator.attach(adopter("\(number)")) }
    #expect(asked() == (0..<100).map(String.init))
  }

  @Test("one object is one adopter, two structs are two")
  func twice() {
    let one = adopter("a")
    bus.mediator.attach(one)
    bus.mediator.attach(one)
    #expect(asked() == ["a"])
    var count = 0
    let route = RouteOnly {
      count += 1
      return false
    }
    bus.mediator.attach(route)
    bus.mediator.attach(route)
    bus.mediator.askToOpen(url)
    #expect(count == 2)
  }

  @Test("adopters detached or attached meanwhile are not asked")
  func live() {
    let (first, second, late) = (adopter("a"), adopter("b"), adopter("c"))
    bus.mediator.attach(first)
    bus.mediator.attach(second)
    first.action = { [unowned bus] in
      bus.mediator.detach(second)
      bus.mediator.attach(late)
    }
    #expect(asked() == ["a"])
    #expect(asked() == ["a", "c"])
    bus.mediator.attach(second)
    first.action = {}
    #expect(asked() == ["a", "c", "b"])
  }

  @Test("an adopter attached in a callback is asked there")
  func insideRelay() {
    var heard: [String] = []
    let late = adopter("late")
    let first = bus.attach("first") { [unowned bus] _ in
      bus.mediator.attach(late)
      heard = asked()
    }
    bus.post(.didFinishLaunching)
    #expect(heard == ["late"])
    first.detach()
  }

  @Test("a freed weak adopter is not asked")
  func weak() {
    weak var watched: Adopter?
    do {
      let one = adopter("a")
      watched = one
      bus.mediator.attach(weakly: one)
      #expect(asked() == ["a"])
    }
    #expect(watched == nil)
    #expect(asked() == [])
  }

  @Test("a detached adopter is released")
  func released() {
    weak var detached: Adopter?
    do {
      let one = adopter("a")
      detached = one
      bus.mediator.attach(one).detach()
    }
    #expect(detached == nil)
    weak var owned: Adopter?
    do {
      let one = adopter("b")
      owned = one
      let mediator = AppLifecycleMediator(listeners: [one], notificationCenter: bus.center)
      mediator.askToOpen(url)
    }
    #expect(owned == nil)
  }

  @Test("a weak adopter attached again is kept, asked once")
  func weakThenKept() {
    do {
      let one = adopter("a")
      bus.mediator.attach(weakly: one)
      bus.mediator.attach(one)
    }
    #expect(asked() == ["a"])
  }

  @Test("1,000 changes leave only attached adopters")
  func churn() {
    let staying = adopter("staying")
    for number in 0..<1000 {
      bus.mediator.attach(adopter("\(number)")).detach()
      if number == 500 { bus.mediator.attach(staying) }
    }
    #expect(asked() == ["staying"])
  }

  @Test("adopters inside a group are asked in its place")
  func containers() {
    let inner = ListenerGroup()
    let child = inner.attach(adopter("c"))
    let outer = ListenerGroup {
      adopter("b")
      inner
      bus.listener("no adopter")
    }
    for listener in [adopter("a"), outer, adopter("d")] as [any AppLifecycleListener] {
      bus.mediator.attach(listener)
    }
    #expect(asked() == ["a", "b", "c", "d"])
    child.detach()
    #expect(asked() == ["a", "b", "d"])
    bus.mediator.detach(outer)
    #expect(asked() == ["a", "d"])
  }

  @Test("an adopter that left its group is not asked")
  func leavesContainer() {
    let first = adopter("a")
    let (inner, middle) = (ListenerGroup(), ListenerGroup())
    let child = inner.attach(adopter("b"))
    inner.attach(adopter("c"))
    let innerAttachment = middle.attach(inner)
    middle.attach(adopter("d"))
    bus.mediator.attach(first)
    bus.mediator.attach(
      ListenerGroup {
        middle
        adopter("e")
      })
    first.action = { child.detach() }
    #expect(asked() == ["a", "c", "d", "e"])
    first.action = { innerAttachment.detach() }
    #expect(asked() == ["a", "d", "e"])
  }
}
