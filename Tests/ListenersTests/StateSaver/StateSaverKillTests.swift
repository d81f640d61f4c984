#if os(macOS) || os(Linux)
  import Foundation
  import Listeners
  import TestSupport
  import Testing

  @MainActor
  @Suite("A saved state after its process was killed", .timeLimit(.minutes(hangMinutes)))
  struct StateSaverKillTests {
    @Test("kills at random moments lose no acknowledged save and leave a current file")
    func killed() async throws {
      let kills = LongTests.areOn ? 1_000 : Sanitizer.rounds(60)
      let seed = UInt64.random(in: 0 ... .max)
      let folder = TemporaryFolder()
      let file = folder.file("life.state")
      var generator = SeededGenerator(seed: seed)
      var last = SavedState(seed: seed)
      for kill in 1...kills {
        let child = try ChildProcess("FilesChild", ["save", file.path, "\(seed)"])
        for _ in 0..<Int.random(in: 0..<5, using: &generator) {
          try await child.output.wait(for: "")
        }
        for _ in 0..<Int.random(in: 0..<40_000, using: &generator) { _ = ContinuousClock.now }
        child.send(SIGKILL)
        try await child.wait()
        let lines = child.output.all
        let acknowledged = lines.compactMap { Int($0) }
        try #require(acknowledged.count == lines.count, "seed \(seed), kill \(kill): \(lines)")

        let saver = StateSaver(file: file, initial: SavedState(seed: seed))
        let found = saver.state
        try #require(saver.restoration.problems == [], "seed \(seed), kill \(kill)")
        try #require(found.isWhole, "seed \(seed), kill \(kill): never saved")
        try #require(
          found.count >= acknowledged.last ?? last.count,
          "seed \(seed), kill \(kill): older than what was acknowledged")
        try #require(Set(folder.names).isSubset(of: ["life.state", "life.state.previous"]))
        try #require(
          saver.restoration.source == .current || found.count == 0, "seed \(seed), kill \(kill)")
        last = found
      }
      #expect(last.count >= kills / 2, "The child hardly saved, so this shows nothing.")
      print("\(kills) kills, seed \(seed): \(last.count) saves, a current file after each")
    }
  }
#endif
