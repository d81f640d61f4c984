import Foundation
import LifecycleBus
import LifecycleBusDelegates
import TestSupport

/// A request of the tests' own, as a user writes one.
@MainActor
protocol Asked: AppRequestListener {
  func answer() -> String?
}

/// Answers with its name, or nothing, and notes that it was asked.
@MainActor
final class Adopter: Asked, AppURLOpening {
  let name: String
  let journal: CallJournal
  let answersForScene: AppSceneID?
  var hasAnswer = true
  var whenAsked: @MainActor () -> Void = {}

  init(_ name: String, _ journal: CallJournal, scene: AppSceneID? = nil) {
    self.name = name
    self.journal = journal
    answersForScene = scene
  }

  func answer() -> String? {
    journal.write(name)
    whenAsked()

    guard hasAnswer else { return nil }
    return name
  }

  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool { answer() != nil }
}

/// A request of the tests' own whose answer takes time.
@MainActor
protocol SlowlyAsked: AppRequestListener {
  func fetch() async -> AppFetchResult
}

/// Answers when its gate is opened, however late.
@MainActor
final class SlowAdopter: SlowlyAsked {
  let result: AppFetchResult
  let gate = Gate()
  let asked = Gate()
  var whenAsked: @MainActor () -> Void = {}
  var beforeAnswer: @MainActor () -> Void = {}
  private let token: CountedListener?
  private(set) var timesAsked = 0
  private(set) var timesAnswered = 0
  private(set) var wasCancelled = false

  init(_ result: AppFetchResult = .newData, isOpen: Bool = false, live: LockedCount? = nil) {
    self.result = result
    token = live.map { CountedListener($0) }
    if isOpen {
      gate.open()
    }
  }

  func fetch() async -> AppFetchResult {
    timesAsked += 1
    asked.open()
    whenAsked()
    await gate.wait()

    wasCancelled = Task.isCancelled
    timesAnswered += 1
    beforeAnswer()
    return result
  }
}

extension AppLifecycleMediator {
  /// Asks as a delegate does, and makes one result of the answers.
  func askToFetch(clock: ManualClock) async -> AppFetchResult {
    let answers = await askAndWait((any SlowlyAsked).self, clock: clock) { await $0.fetch() }
    return AppFetchResult(combining: answers)
  }
}

/// Every list of up to four values.
func lists<Value>(of values: [Value]) -> [[Value]] {
  var lists: [[Value]] = [[]]
  var last: [[Value]] = [[]]

  for _ in 0..<4 {
    last = last.flatMap { list in values.map { list + [$0] } }
    lists += last
  }
  return lists
}

/// Waits until the jobs that are ready on the main actor have run.
@MainActor
func settle() async {
  for _ in 0..<50 {
    await Task.yield()
  }
}

/// Lets other jobs of the main actor run until something is so.
@MainActor
func waitUntil(_ isSo: () -> Bool) async {
  while !isSo() {
    await Task.yield()
  }
}
