#if os(Linux)
  import TestSupport
  import Testing

  @Suite("An idle process", .timeLimit(.minutes(hangMinutes)))
  struct IdleProcessTests {
    @Test("no listener in memory keeps a timer, a queue or a thread")
    func threads() async throws {
      let child = try ChildProcess("IdleChild", [])
      try await child.wait()
      #expect(child.output.all == ["background 0"])
    }
  }
#endif
