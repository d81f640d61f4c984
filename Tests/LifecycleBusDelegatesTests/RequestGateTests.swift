import LifecycleBus
import LifecycleBusDelegates
import TestSupport
import Testing

@MainActor
@Suite("The gate of requests", .timeLimit(.minutes(hangMinutes)))
struct RequestGateTests {
  private let gate = AppRequestGate()
  private let journal = CallJournal()

  private func perform(_ name: String, then: @escaping @MainActor () -> Void = {}) {
    gate.perform { [journal] in
      journal.write(name)
      then()
    }
  }

  /// Begins an asynchronous request, up to its wait.
  private func wait(_ name: String) -> Task<Void, Never> {
    startRequest { [gate, journal] in
      let isInTime = await gate.wait()
      journal.write(isInTime ? name : "\(name) is late")
      await Task.yield()
    }
  }

  @Test("requests wait until the gate opens, and one that comes meanwhile goes behind them")
  func order() {
    perform("a") {
      perform("from inside")
      gate.open()
    }
    perform("b")
    perform("c")
    #expect(journal.lines.isEmpty)

    gate.open()
    gate.open()
    #expect(journal.lines == ["a", "b", "c", "from inside"])

    perform("d")
    #expect(journal.lines.last == "d")
  }

  @Test("an asynchronous request runs up to its first suspension before the next one passes")
  func firstPart() async {
    perform("a")
    let first = wait("b, first part")
    await settle()
    perform("c")
    let second = wait("d, first part")
    await settle()

    gate.open()
    #expect(journal.lines == ["a"])

    // One that comes now goes behind those that wait.
    perform("e")
    await first.value
    await second.value
    await waitUntil { journal.lines.count == 5 }
    #expect(journal.lines == ["a", "b, first part", "c", "d, first part", "e"])

    await wait("f").value
    #expect(journal.lines.last == "f")
  }

  @Test("a gate that is closed again lets nothing pass, and goes on in the same order")
  func closed() {
    perform("a") { gate.close() }
    perform("b")
    gate.open()
    perform("c")
    #expect(journal.lines == ["a"])

    gate.open()
    #expect(journal.lines == ["a", "b", "c"])
  }

  @Test("a cancelled wait ends at once, and what waits behind it stays in order")
  func cancelled() async {
    perform("a")
    let waiting = wait("b")
    perform("c")

    waiting.cancel()
    await waiting.value
    #expect(journal.lines == ["b is late"])

    gate.open()
    #expect(journal.lines == ["b is late", "a", "c"])

    gate.close()
    let cancelledBefore = Task { [gate] in await gate.wait() }
    cancelledBefore.cancel()
    #expect(await !cancelledBefore.value)
  }
}
