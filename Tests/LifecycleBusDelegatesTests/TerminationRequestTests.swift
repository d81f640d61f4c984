import LifecycleBus
import LifecycleBusDelegates
import TestSupport
import Testing

/// Answers to Quit that come later, also no.
@MainActor
@Suite("Quitting later", .timeLimit(.minutes(hangMinutes)))
struct TerminationRequestTests {
  private let bus = TestBus()
  private let clock = ManualClock()
  private let decisions = CallJournal()

  /// A document: asks the user, whose answer is set when the panel is closed.
  private final class Document: AppTerminationDeciding {
    let reply: AppTerminationReply
    let panel = Gate()
    var answer = true
    private(set) var timesShown = 0
    private(set) var wasCancelled = false

    init(_ reply: AppTerminationReply) { self.reply = reply }

    func onAppShouldTerminate() -> AppTerminationReply { reply }

    func onAppDecideTermination() async -> Bool {
      timesShown += 1
      await panel.wait()
      wasCancelled = Task.isCancelled
      return answer
    }

    func close(_ answer: Bool) {
      self.answer = answer
      panel.open()
    }
  }

  private func quit() -> AppTerminationReply {
    bus.mediator.askWhetherToTerminate(holdBudget: .seconds(25), clock: clock) {
      [decisions] in decisions.write("\($0)")
    }
  }

  private func documents(_ replies: AppTerminationReply...) -> [Document] {
    replies.map { reply in
      let document = Document(reply)
      bus.mediator.attach(document)
      return document
    }
  }

  /// Waits for the decisions, and then for a wrong further one.
  private func expect(_ expected: [Bool], _ comment: Comment? = nil) async {
    await waitUntil { decisions.lines.count >= expected.count }
    await settle()
    #expect(decisions.lines == expected.map { "\($0)" }, comment)
  }

  @Test("cancel wins over later, later over now, and a panel opens only if nobody cancels (64)")
  func replies() async {
    for replies in lists(of: [AppTerminationReply.now, .later, .cancel]) {
      let bus = TestBus()
      let documents = replies.map(Document.init)
      for document in documents {
        bus.mediator.attach(document)
      }

      let reply = bus.mediator.askWhetherToTerminate { _ in }

      let expected = [AppTerminationReply.cancel, .later].first(where: replies.contains) ?? .now
      #expect(reply == expected)
      await settle()
      for document in documents {
        let isShown = expected == .later && document.reply == .later
        #expect(document.timesShown == (isShown ? 1 : 0))
        document.close(true)
      }
      await settle()
    }
  }

  @Test("the user has as long as he takes, and after a no the next attempt asks again (64)")
  func cancelled() async {
    let document = documents(.later)[0]
    let hold = bus.mediator.hold("export")

    #expect(quit() == .later)
    await waitUntil { document.timesShown == 1 }
    clock.advance(by: .seconds(24 * 3_600))
    await expect([])
    #expect(clock.sleeperCount == 0, "no deadline runs while the user thinks")

    document.close(false)
    await expect([false])
    #expect(hold.isOpen)
    #expect(bus.anomalies.isEmpty)
    #expect(bus.mediator.state != .terminated)

    document.answer = true
    #expect(quit() == .later)
    #expect(decisions.lines.count == 1, "not before the delegate method returns")
    await expect([false])
    #expect(document.timesShown == 2)

    hold.release()
    await expect([false, true])
  }

  @Test("the budget begins with the last yes, and the listeners of the end use it too (64, 73)")
  func budget() async {
    let documents = documents(.later, .later)
    bus.mediator.on(.willTerminate) { [clock] _ in clock.advance(by: .seconds(20)) }
    let hold = bus.mediator.hold("export")
    #expect(quit() == .later)

    documents[0].close(true)
    clock.advance(by: .seconds(1_000))
    await expect([])

    documents[1].close(true)
    await clock.waitForSleepers()
    clock.advance(by: .seconds(4))
    await expect([])
    #expect(hold.isOpen)

    clock.advance(by: .seconds(1))
    await expect([true])
    #expect(!hold.isOpen)
  }

  @Test("where nobody decides later, the listeners of the end use the budget too (73)")
  func budgetAtOnce() async {
    bus.mediator.on(.willTerminate) { [clock] _ in clock.advance(by: .seconds(30)) }
    let hold = bus.mediator.hold("export")
    #expect(quit() == .later)
    await expect([true])
    #expect(!hold.isOpen)
  }

  @Test(
    "one no is the decision, and all must agree to quit (64)",
    arguments: [[true, true], [true, false], [false, true], [false, false]])
  func combined(answers: [Bool]) async {
    let documents = documents(.later, .later)
    #expect(quit() == .later)
    await waitUntil { documents.allSatisfy { $0.timesShown == 1 } }

    documents[0].close(answers[0])
    await expect(answers[0] ? [] : [false])

    documents[1].close(answers[1])
    await expect([answers == [true, true]])
    #expect(documents[1].wasCancelled == !answers[0], "its panel may be closed")
    #expect(bus.anomalies.isEmpty)
  }

  @Test("a listener that is detached before its answer has no say (64)", arguments: [true, false])
  func detached(other: Bool) async {
    let documents = documents(.later, .later)
    #expect(quit() == .later)

    bus.mediator.detach(documents[0])
    documents[1].close(other)
    await expect([other])

    documents[0].close(false)
    await expect([other], "it is late")
    #expect(bus.anomalies.isEmpty)
  }

  @Test(
    "without a second answer, later waits for the holds, from before and since the end (64, 73)")
  func uploads() async {
    struct Export: AppTerminationDeciding {
      func onAppShouldTerminate() -> AppTerminationReply { .later }
    }
    bus.mediator.attach(Export())
    let early = bus.mediator.hold("early")
    var late: AppLifecycleHold?
    bus.mediator.on(.willTerminate) { [bus] _ in late = bus.mediator.hold("late") }
    #expect(quit() == .later)

    early.release()
    await expect([])
    #expect(bus.mediator.state == .terminated)

    late?.release()
    await expect([true])
  }

  @Test("while holds are open nothing more is delivered, and a second attempt ends the wait (73)")
  func once() async {
    bus.attach("listener")
    let hold = bus.mediator.hold("save")
    #expect(quit() == .later)
    #expect(bus.mediator.state == .terminated)
    await clock.waitForSleepers()

    bus.post(.didBecomeActive)
    bus.post(.willTerminate)
    #expect(bus.calls == ["listener.willTerminate"])
    await expect([])

    #expect(quit() == .now, "asked again, it expires the holds")
    #expect(!hold.isOpen)
    #expect(bus.anomalies.contains(.holdsExpired(["save"])))
    await expect([true])
  }

  @Test("an end that the system posts while the user thinks is delivered once (73)")
  func endsMeanwhile() async {
    let document = documents(.later)[0]
    bus.attach("listener")
    #expect(quit() == .later)

    bus.post(.willTerminate)
    document.close(true)

    await expect([true])
    #expect(bus.calls == ["listener.willTerminate"])
  }
}
