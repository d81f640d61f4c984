import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import LifecycleBusDelegates

/// Who is asked, and in which order.
@MainActor
@Suite("Requests")
struct RequestTests {
  let bus = TestBus(policy: .balanced)
  let journal = CallJournal()

  func adopter(_ name: String) -> Adopter { Adopter(name, journal) }

  /// Attaches adopters, of whom one has no answer.
  func attach(_ names: String..., silent: String) -> [Adopter] {
    names.map { name in
      let adopter = adopter(name)
      adopter.hasAnswer = name != silent
      bus.mediator.attach(adopter)
      return adopter
    }
  }

  /// The names of those who answer now.
  @discardableResult
  func ask(in scene: AppSceneID? = nil) -> [String?] {
    bus.mediator.ask((any Asked).self, in: scene) { $0.answer() }
  }

  @Test("every adopter is asked, also after a no, and others are not")
  func all() {
    _ = attach("a", "b", "c", silent: "b")
    bus.attach("a listener without requests")

    #expect(ask() == ["a", nil, "c"])
    #expect(bus.calls.isEmpty)
  }

  @Test("the first answer ends a request that looks for one")
  func first() {
    let adopters = attach("a", "b", "c", silent: "a")

    #expect(bus.mediator.firstAnswer(of: (any Asked).self) { $0.answer() } == "b")
    #expect(journal.lines == ["a", "b"])

    #expect(bus.mediator.firstAnswer(of: Adopter.self) { $0 } === adopters[0])
    #expect(bus.mediator.firstAnswer(of: (any AppLaunchHandling).self) { $0 } == nil)
  }

  @Test("adopters are asked by priority, then attachment, whatever the policy")
  func order() {
    for (name, priority) in [("a", 0), ("b", -1), ("c", 5), ("d", 0), ("e", 5), ("f", -1)] {
      bus.mediator.attach(adopter(name), priority: priority)
    }
    #expect(ask() == ["c", "e", "a", "d", "b", "f"])
  }

  @Test("adopters detached or attached meanwhile are not asked")
  func live() {
    let first = adopter("a")
    let second = adopter("b")
    let late = adopter("c")
    bus.mediator.attach(first)
    bus.mediator.attach(second)

    first.whenAsked = { [unowned bus] in
      bus.mediator.detach(second)
      bus.mediator.attach(late)
    }

    #expect(ask() == ["a"])
    #expect(ask() == ["a", "c"])
  }

  @Test("adopters inside a group are asked in its place, and not after they or it have left")
  func groups() {
    let first = adopter("a")
    let inner = ListenerGroup()
    let middle = ListenerGroup()
    let child = inner.attach(adopter("b"))
    inner.attach(adopter("c"))
    let innerAttachment = middle.attach(inner)
    middle.attach(adopter("d"))
    bus.mediator.attach(first)
    bus.mediator.attach(
      ListenerGroup {
        middle
        bus.listener("no adopter")
        adopter("e")
      })
    #expect(ask() == ["a", "b", "c", "d", "e"])

    first.whenAsked = { child.detach() }
    #expect(ask() == ["a", "c", "d", "e"])

    first.whenAsked = { innerAttachment.detach() }
    #expect(ask() == ["a", "d", "e"])
  }

  @Test("a request of a scene reaches its own listeners and those of the app (66)")
  func scenes() {
    let left = NSObject()
    let right = NSObject()
    bus.mediator.attach(Adopter("left", journal, scene: AppSceneID(left)))
    bus.mediator.attach(Adopter("right", journal, scene: AppSceneID(right)))
    bus.mediator.attach(Adopter("app", journal))

    #expect(ask(in: AppSceneID(right)) == ["right", "app"])
    #expect(ask() == ["left", "right", "app"])
  }
}

/// How many answers become one.
@MainActor
@Suite("Reductions")
struct ReductionTests {
  struct Launch: AppLaunchPreparing, AppLaunchHandling, AppURLOpening {
    let says: Bool
    func onAppWillFinishLaunching(options: [String: Any]) -> Bool { says }
    func onAppHandleLaunch(options: [String: Any]) -> Bool { says }
    func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool { says }
  }

  func mediator(_ listeners: [any AppLifecycleListener]) -> AppLifecycleMediator {
    AppLifecycleMediator(listeners: listeners, notificationCenter: NotificationCenter())
  }

  @Test("one taker suffices for a URL, one no takes what the app was launched for")
  func launch() {
    for answers in lists(of: [true, false]) {
      let mediator = mediator(answers.map(Launch.init))
      let isTaken = answers.contains(true)

      #expect(mediator.askToOpen(URL(filePath: "/")) == isTaken)
      #expect(mediator.askToPrepareLaunch() == !answers.contains(false))
      #expect(mediator.askToHandleLaunch() == !answers.contains(false))
    }
  }

  @Test("an AppLaunchAction is called in the launch, and leaves its URL to the app")
  func launchAction() {
    var calls = 0
    let mediator = mediator([AppLaunchAction { calls += 1 }])
    #expect(mediator.askToHandleLaunch())
    #expect(calls == 1)
  }

  @Test("new data wins over failed, failed over no data, and a missing answer has failed")
  func fetchResult() {
    let rank: [AppFetchResult] = [.newData, .failed, .noData]
    for answers in lists(of: [AppFetchResult.newData, .noData, .failed, nil]) {
      let expected = rank.first { answers.map { $0 ?? .failed }.contains($0) } ?? .noData
      #expect(AppFetchResult(combining: answers) == expected)
    }
  }
}
