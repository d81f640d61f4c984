import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("A launch history", .timeLimit(.minutes(hangMinutes)))
struct LaunchHistoryTests {
  let folder = TemporaryFolder()
  private var file: URL { folder.file("launches") }

  /// A process of the app that comes to the foreground and ends.
  private func run(_ version: String?) -> LaunchHistory.Launch? {
    let history = LaunchHistory(file: file, version: version)
    history.receive(.didBecomeActive)
    history.receive(.willTerminate)
    return history.launch
  }

  @Test("a launch in the background counts when the user comes, and not without")
  func background() {
    let bus = TestBus(policy: .lifecycle)
    let history = LaunchHistory(file: file, version: "1")
    var counted: [Int] = []
    history.onLaunch = { counted.append($0.number) }
    bus.mediator.attach(history)
    bus.post(.didFinishLaunching, .didEnterBackground)
    #expect(history.launch?.isFirst == true)
    #expect(counted == [])
    // Another process that is never seen.
    LaunchHistory(file: file, version: "1").receive(.didEnterBackground)
    bus.post(.willEnterForeground, .didBecomeActive, .didEnterBackground, .didBecomeActive)
    bus.post(.willTerminate)
    #expect(counted == [1])
    #expect(run("1")?.number == 2)
  }

  #if os(macOS) || os(Linux)
    @Test("processes that start at the same time are all counted")
    func processes() async throws {
      let children = try (0..<4).map { _ in try ChildProcess("FilesChild", ["launch", file.path]) }
      for child in children { try await child.wait() }
      #expect(children.flatMap(\.output.all).sorted() == (1...4).map { "\($0)" })
    }
  #endif

  @Test("a file that cannot be read yet is no first launch")
  func unavailable() {
    _ = run("1")
    let history = failing([.openFile], with: EACCES) {
      let history = LaunchHistory(file: file, version: "1")
      #expect(history.launch == nil)
      history.receive(.didBecomeActive)
      return history
    }
    #expect(history.launch == nil)
    history.receive(.didBecomeActive)
    #expect(history.launch?.number == 2)
    history.receive(.willTerminate)
  }

  @Test("a number at its end stays there")
  func overflow() {
    var last = LaunchHistory.Launch(after: nil, version: nil)
    for (number, next) in [(Int.max, Int.max), (-7, 1)] {
      last.number = number
      #expect(LaunchHistory.Launch(after: last, version: nil).number == next)
    }
  }

  @Test("random lives of copies, updates and backups agree with a model")
  func model() throws {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    let sequences = LongTests.areOn ? 20_000 : 50
    for number in 0..<sequences {
      // Its own folder, because a saver looks through all names for what was left over.
      let file = folder.file("\(number)/launches")
      /// What the file, a backup, and each copy that runs have to say.
      struct Kept {
        var count = 0
        var version: String?
      }
      var kept = Kept()
      var backup: (bytes: Data, kept: Kept)?
      var copies: [(history: LaunchHistory, version: String, isSeen: Bool)] = []
      for _ in 0..<Int.random(in: 3...9, using: &generator) {
        // All that was saved is on the disk once its lock is free.
        withExtendedLifetime(OpenFile.waiting(for: DurableFile(file).sibling(".lock"))) {}
        switch Int.random(in: 0..<6, using: &generator) {
        case 0...1:
          let version = "\(Int.random(in: 1...2, using: &generator))"
          copies.append((LaunchHistory(file: file, version: version), version, false))
        case 2...3 where !copies.isEmpty:
          let index = copies.indices.randomElement(using: &generator) ?? 0
          copies[index].history.receive(.willEnterForeground)
          guard !copies[index].isSeen else { continue }
          copies[index].isSeen = true
          let launch = copies[index].history.launch
          let version = copies[index].version
          try #require(launch?.number == kept.count + 1, "seed \(seed)")
          try #require(launch?.isFirst == (kept.count == 0), "seed \(seed)")
          try #require(launch?.previousVersion == kept.version, "seed \(seed)")
          try #require(launch?.isFirstOfVersion == (kept.version != version), "seed \(seed)")
          kept = Kept(count: kept.count + 1, version: version)
        case 4:
          copies.popLast()?.history.receive(.willTerminate)
        default:
          if let backup, Bool.random(using: &generator) {
            try backup.bytes.write(to: file, options: .atomic)
            kept = backup.kept
          } else if let bytes = try? Data(contentsOf: file) {
            backup = (bytes, kept)
          }
        }
      }
    }
    print("\(sequences) random lives, seed \(seed)")
  }
}
