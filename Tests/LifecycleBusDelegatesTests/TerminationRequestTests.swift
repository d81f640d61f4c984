import LifecycleBusDelegates
import TestSupport
import Testing

@testable import LifecycleBus

/// Answers to Quit that come later, also no.
@MainActor
@Suite("Quitting later", .timeLimit(.minutes(hangMinutes)))
struct TerminationRequestTests {
  private let bus = TestBus()
  private let clock = ManualClock()
  private let decisions = Decisions()

  @MainActor
  private final class Decisions {
    var all: [Bool] = []
  }

  /// A document: asks the user, whose answer is set when the panel is closed.
  private final class Document: AppTerminationDeciding {
    var reply = AppTerminationReply.later
    let panel = Gate()
    var answer = true
    private(set) var timesShown = 0
    private(set) var wasCancelled = false
    var beforeAnswer: @MainActor () -> Void = {}

    func onAppShouldTerminate() -> AppTerminationReply { reply }

    func onAppDecideTermination() async -> Bool {
      timesShown += 1
      await panel.wait()
      wasCancelled = Task.isCancelled
      beforeAnswer()
      return answer
    }

    func close(_ answer: Bool) {
      self.answer = answer
      panel.open()
    }
  }

  private func quit() -> AppTerminationReply {
    bus.mediator.askWhetherToTerminate(holdBudget: .seconds(25), clock: clock) {
      [decisions] in decisions.all.append($0)
    }
  }

  private func documents(_ count: Int) -> [Document] {
    (0..<count).map { _ in
      let document = Document()
      bus.mediator.attach(document)
      return document
    }
  }

  @Test("the user has as long as he takes, and the app stays if he cancels (64)")
  func cancelled() async {
    let document = documents(1)[0]
    #expect(quit() == .later)
    #expect(document.timesShown == 1, "the panel is open before the delegate method returns")
    clock.advance(by: .seconds(24 * 3_600))
    await settle()
    #expect(decisions.all.isEmpty)
    #expect(clock.sleeperCount == 0, "no deadline runs while the user thinks")
    document.close(false)
    await settle()
    #expect(decisions.all == [false])
  }

  @Test("after a no the holds are open and the next attempt asks again (64)")
  func asBefore() async {
    let document = documents(1)[0]
    let hold = bus.mediator.hold("export")
    #expect(quit() == .later)
    document.close(false)
    await settle()
    #expect(hold.isOpen)
    #expect(bus.anomalies.isEmpty)
    #expect(bus.mediator.state != .terminated)
    document.answer = true
    #expect(quit() == .later)
    await settle()
    #expect(document.timesShown == 2)
    #expect(decisions.all == [false])
    hold.release()
    await settle()
    #expect(decisions.all == [false, true])
  }

  @Test("the budget of the holds begins with the last yes (64)")
  func budget() async {
    let documents = documents(2)
    let hold = bus.mediator.hold("export")
    #expect(quit() == .later)
    documents[0].close(true)
    clock.advance(by: .seconds(1_000))
    await settle()
    #expect(hold.isOpen)
    documents[1].close(true)
    await clock.waitForSleepers()
    clock.advance(by: .seconds(24))
    await settle()
    #expect(hold.isOpen)
    #expect(decisions.all.isEmpty)
    clock.advance(by: .seconds(1))
    await settle()
    #expect(!hold.isOpen)
    #expect(decisions.all == [true])
  }

  @Test(
    "one no is the decision, and all must agree to quit (64)",
    arguments: [[true, true], [true, false], [false, true], [false, false]])
  func combined(answers: [Bool]) async {
    let documents = documents(2)
    #expect(quit() == .later)
    documents[0].close(answers[0])
    await settle()
    #expect(decisions.all == (answers[0] ? [] : [false]))
    documents[1].close(answers[1])
    await settle()
    #expect(decisions.all == [answers == [true, true]])
    #expect(documents[1].wasCancelled == !answers[0], "its panel may be closed")
    #expect(bus.anomalies.isEmpty)
  }

  @Test(
    "a cancel beside a later decides at once, and no panel opens (64)", arguments: [0, 1])
  func cancelBesideLater(index: Int) async {
    let documents = documents(2)
    documents[index].reply = .cancel
    #expect(quit() == .cancel)
    await settle()
    #expect(documents.map(\.timesShown) == [0, 0])
    #expect(decisions.all.isEmpty)
  }

  @Test("only listeners that answered later are asked again (64)")
  func onlyLater() async {
    let documents = documents(2)
    documents[0].reply = .now
    #expect(quit() == .later)
    #expect(documents.map(\.timesShown) == [0, 1])
    documents[1].close(true)
    await settle()
    #expect(decisions.all == [true])
  }

  @Test("without a second answer, later waits for the holds alone (64)")
  func holdsAlone() async {
    final class Export: AppTerminationDeciding {
      func onAppShouldTerminate() -> AppTerminationReply { .later }
    }
    bus.mediator.attach(Export())
    let hold = bus.mediator.hold("export")
    #expect(quit() == .later)
    await settle()
    #expect(decisions.all.isEmpty)
    hold.release()
    await settle()
    #expect(decisions.all == [true])
  }

  @Test("a decision that needs no wait is not announced before the delegate method returns (64)")
  func notBeforeReturn() async {
    let document = documents(1)[0]
    document.close(false)
    #expect(quit() == .later)
    #expect(decisions.all.isEmpty)
    await settle()
    #expect(decisions.all == [false])
  }

  @Test("a listener that is detached before its answer has no say (64)", arguments: [true, false])
  func detached(other: Bool) async {
    let documents = documents(2)
    #expect(quit() == .later)
    bus.mediator.detach(documents[0])
    documents[1].close(other)
    await settle()
    #expect(decisions.all == [other])
    documents[0].close(false)  // late
    await settle()
    #expect(decisions.all == [other])
    #expect(bus.anomalies.isEmpty)
  }

  @Test("a listener that detaches itself while it answers has its say (64)")
  func detachesItself() async {
    let document = documents(1)[0]
    document.beforeAnswer = { [bus] in bus.mediator.detach(document) }
    #expect(quit() == .later)
    document.close(false)
    await settle()
    #expect(decisions.all == [false])
  }

  @Test("a listener that died before it was asked has no say (64)")
  func died() async {
    final class Owner: AppTerminationDeciding {
      var document: Document?
      func onAppShouldTerminate() -> AppTerminationReply {
        document = nil
        return .now
      }
    }
    let document = documents(1)[0]
    let owner = Owner()
    owner.document = Document()
    if let closed = owner.document { bus.mediator.attach(weakly: closed) }
    bus.mediator.attach(owner)
    #expect(quit() == .later)
    document.close(true)
    await settle()
    #expect(decisions.all == [true])
  }

  @Test("Quit delivers the end, and waits for holds from before and since then (73)")
  func uploads() async {
    let early = bus.mediator.hold("early")
    var late: AppLifecycleHold?
    bus.mediator.on(.willTerminate) { [bus] _ in late = bus.mediator.hold("late") }
    #expect(quit() == .later)
    #expect(bus.mediator.state == .terminated)
    early.release()
    await settle()
    #expect(decisions.all.isEmpty)
    late?.release()
    await settle()
    #expect(decisions.all == [true])
  }

  @Test("the system's own post of the end, and what comes in the wait, is not delivered (73)")
  func once() async {
    let mediator = AppLifecycleMediator(notificationCenter: bus.center)
    var events: [AppLifecycleEvent] = []
    mediator.on { events.append($0.event) }
    let hold = mediator.hold("save")
    #expect(mediator.askWhetherToTerminate { _ in } == .later)
    bus.center.post(.didBecomeActive)
    bus.center.post(.willTerminate)
    #expect(events == [.willTerminate])
    #expect(hold.isOpen)
  }

  @Test("asked again while holds are open, it expires them and answers now (73)")
  func again() async {
    let hold = bus.mediator.hold("save")
    #expect(quit() == .later)
    #expect(quit() == .now)
    #expect(!hold.isOpen)
    #expect(bus.anomalies.contains(.holdsExpired(["save"])))
    await settle()
    #expect(decisions.all == [true])
  }

  @Test("an end that the system posts while the user thinks is delivered once (73)")
  func endsMeanwhile() async {
    let document = documents(1)[0]
    bus.attach("listener")
    #expect(quit() == .later)
    bus.post(.willTerminate)
    document.close(true)
    await settle()
    #expect(decisions.all == [true])
    #expect(bus.calls == ["listener.willTerminate"])
  }

  @Test("an app that becomes active while it quits waits for its holds (64)")
  func activeMeanwhile() async {
    documents(1)[0].close(true)
    let hold = bus.mediator.hold("save")
    #expect(quit() == .later)
    await clock.waitForSleepers()
    bus.post(.didBecomeActive)
    await settle()
    #expect(decisions.all.isEmpty)
    hold.release()
    await settle()
    #expect(decisions.all == [true])
  }
}
