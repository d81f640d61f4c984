package import LifecycleBus

/// One asynchronous request. Its wait ends once: without open answers, by a final answer, or at the
/// deadline. It keeps no listener; only a listener's task keeps it.
@MainActor
final class PendingRequest<Answer: Sendable> {
  private enum State {
    case asked
    case answered(Answer)
    /// The listener was detached or is gone, or its answer is not needed any more.
    case withdrawn
    case expired
  }

  private struct Question {
    let adopter: ListenerTurn
    let name: String
    var state = State.asked
    var task: Task<Void, Never>?

    var isOpen: Bool { if case .asked = state { true } else { false } }
  }

  private let name: String
  private let isFinal: (Answer) -> Bool
  private let ask: @MainActor (any AppLifecycleListener) async -> Answer?
  private let report: @MainActor (AppLifecycleAnomaly) -> Void
  private var questions: [Question]
  private var isPastDeadline: () -> Bool = { false }
  private var timer: Task<Void, Never>?
  private var waiter: CheckedContinuation<Void, Never>?

  /// A final answer ends the wait.
  init(
    _ name: String, _ adopters: [ListenerTurn],
    isFinal: @escaping (Answer) -> Bool,
    ask: @escaping @MainActor (any AppLifecycleListener) async -> Answer?,
    report: @escaping @MainActor (AppLifecycleAnomaly) -> Void
  ) {
    (self.name, self.isFinal) = (name, isFinal)
    (self.ask, self.report) = (ask, report)
    questions = adopters.map { Question(adopter: $0, name: $0.attachment.name) }
  }

  /// The answers in order, `nil` for one that missed the deadline. The first part of each
  /// listener's method runs before this suspends.
  func answers(deadline: Duration?, clock: any Clock<Duration>) async -> [Answer?] {
    guard !questions.isEmpty else { return [] }
    if let deadline { startTimer(deadline, clock) }
    for index in questions.indices {
      questions[index].task = MainActorContext.startAtOnce { await self.askListener(index) }
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation {
        waiter = $0
        endIfComplete()
      }
    } onCancel: {
      Task { @MainActor in self.cancelTasks() }
    }
    return questions.compactMap { question -> Answer?? in
      switch question.state {
      case .answered(let answer): .some(answer)
      case .expired: .some(nil)
      case .asked, .withdrawn: nil
      }
    }
  }

  private func startTimer(_ length: Duration, _ clock: some Clock<Duration>) {
    let end = clock.now.advanced(by: length)
    isPastDeadline = { clock.now >= end }
    timer = Task {
      if (try? await clock.sleep(until: end, tolerance: nil)) != nil { self.expire() }
    }
  }

  private func askListener(_ index: Int) async {
    // The listener was detached after the request began and before its turn, or the deadline passed
    // while other listeners kept the main actor busy.
    guard questions[index].isOpen, !isPastDeadline() else { return }
    let adopter = questions[index].adopter
    var answer: Answer?
    if let listener = adopter.listener { answer = await ask(listener) }
    switch questions[index].state {
    case .asked:
      end(index, as: answer.map(State.answered) ?? .withdrawn)
      if let answer, isFinal(answer) {
        for other in questions.indices where questions[other].isOpen { end(other, as: .withdrawn) }
      }
    case .expired where answer != nil:
      report(.answeredLate(name, listener: questions[index].name))
    case .expired, .withdrawn, .answered: break
    }
    // Nobody waits any longer for one that was detached meanwhile.
    for other in questions.indices
    where questions[other].isOpen && questions[other].adopter.listener == nil {
      end(other, as: .withdrawn)
    }
  }

  private func expire() {
    let late = questions.indices.filter { questions[$0].isOpen }
    guard !late.isEmpty else { return }
    for index in late { questions[index].state = .expired }
    for index in late { questions[index].task?.cancel() }
    report(.requestExpired(name, listeners: late.map { questions[$0].name }))
    endIfComplete()
  }

  private func cancelTasks() {
    for question in questions { question.task?.cancel() }
  }

  /// The state is set before the task is cancelled, because a handler of the cancellation may
  /// detach other listeners.
  private func end(_ index: Int, as state: State) {
    questions[index].state = state
    questions[index].task?.cancel()
    endIfComplete()
  }

  private func endIfComplete() {
    guard let waiter, !questions.contains(where: \.isOpen) else { return }
    self.waiter = nil
    timer?.cancel()
    waiter.resume()
  }
}

extension AppLifecycleAnomaly {
  package static func requestExpired(_ request: String, listeners: [String]) -> Self {
    .other(
      kind: "requestExpired",
      sentence: "The deadline of \(request) passed without an answer from "
        + "\(listeners.joined(separator: ", ")), which counts as failed; answer earlier, or allow "
        + "more time.")
  }

  package static func answeredLate(_ request: String, listener: String) -> Self {
    .other(
      kind: "answeredLate",
      sentence: "\(listener) answered \(request) after the deadline; the answer was ignored.")
  }
}
