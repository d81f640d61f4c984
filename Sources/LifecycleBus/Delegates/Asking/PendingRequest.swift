package import LifecycleBus

/// One asynchronous request. Its wait ends once: without open answers, by a final answer, or at the
/// deadline. It keeps no listener, and no mediator, because a listener that never answers would keep
/// all listeners alive. Only a listener's task keeps it.
@MainActor
final class PendingRequest<Role, Answer: Sendable> {
  private enum State {
    /// `withdrawn`: the listener was detached or is gone, or its answer is not needed any more.
    case asked, answered, withdrawn, expired
  }

  private struct Question {
    let turn: ListenerTurn
    let name: String
    var state = State.asked
    var answer: Answer?
    var task: Task<Void, Never>?
  }

  private let name: String
  private let isFinal: (Answer) -> Bool
  private let question: @MainActor (Role) async -> Answer
  private let report: @MainActor (AppLifecycleAnomaly) -> Void
  private var questions: [Question]
  private var waiter: CheckedContinuation<Void, Never>?

  /// A final answer ends the wait.
  init(
    _ role: Role.Type, of turns: [ListenerTurn],
    until isFinal: @escaping (Answer) -> Bool = { _ in false },
    report: @escaping @MainActor (AppLifecycleAnomaly) -> Void = { _ in },
    _ question: @escaping @MainActor (Role) async -> Answer
  ) {
    name = "\(role)".replacing("any ", with: "")
    (self.isFinal, self.report, self.question) = (isFinal, report, question)
    questions = turns.map { Question(turn: $0, name: $0.attachment.name) }
  }

  /// The answers in order, `nil` for one that missed the deadline.
  func answers(deadline: Duration?, clock: some Clock<Duration>) async -> [Answer?] {
    guard !questions.isEmpty else { return [] }
    let timer = deadline.map { deadline in
      // Read before the listeners are asked, because one may keep the main actor busy.
      let end = clock.now.advanced(by: deadline)
      return Task { if (try? await clock.sleep(until: end, tolerance: nil)) != nil { expire() } }
    }
    for index in questions.indices {
      questions[index].task = startRequest { await self.askListener(index) }
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation {
        waiter = $0
        endIfComplete()
      }
    } onCancel: {
      Task { @MainActor in for question in self.questions { question.task?.cancel() } }
    }
    timer?.cancel()
    return questions.filter { $0.state != .withdrawn }.map(\.answer)
  }

  private func askListener(_ index: Int) async {
    // It may have been withdrawn before its turn.
    guard questions[index].state == .asked else { return }
    var answer: Answer?
    if let listener = questions[index].turn.listener as? Role { answer = await question(listener) }
    var isDecided = false
    switch questions[index].state {
    case .asked:
      questions[index].answer = answer
      end(index, as: answer == nil ? .withdrawn : .answered)
      isDecided = answer.map(isFinal) ?? false
    case .expired where answer != nil:
      report(.answeredLate(name, listener: questions[index].name))
    case .expired, .withdrawn, .answered: break
    }
    // Nobody waits any longer for one that was detached meanwhile.
    for other in open where isDecided || questions[other].turn.listener == nil {
      end(other, as: .withdrawn)
    }
  }

  /// Who has not answered.
  private var open: [Int] { questions.indices.filter { questions[$0].state == .asked } }

  private func expire() {
    let late = open
    guard !late.isEmpty else { return }
    for index in late { end(index, as: .expired) }
    report(.requestExpired(name, listeners: late.map { questions[$0].name }))
  }

  /// The state is set before the task is cancelled, because a handler of the cancellation may
  /// detach other listeners.
  private func end(_ index: Int, as state: State) {
    questions[index].state = state
    questions[index].task?.cancel()
    endIfComplete()
  }

  private func endIfComplete() {
    guard let waiter, open.isEmpty else { return }
    self.waiter = nil
    waiter.resume()
  }
}

/// Starts what a delegate method asks. On systems that can, the part up to the first suspension runs
/// before this returns; on others it runs in the next turn of the main actor.
@MainActor @discardableResult
package func startRequest<Result: Sendable>(
  _ request: @escaping @MainActor () async -> Result
) -> Task<Result, Never> {
  if #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
    return Task.immediate { await request() }
  }
  return Task { await request() }
}

extension AppLifecycleAnomaly {
  package static func requestExpired(_ request: String, listeners: [String]) -> Self {
    .other(
      kind: "requestExpired",
      sentence: "\(listeners.joined(separator: ", ")) missed the deadline of \(request).")
  }

  package static func answeredLate(_ request: String, listener: String) -> Self {
    .other(
      kind: "answeredLate",
      sentence: "\(listener) answered \(request) after the deadline; the answer was ignored.")
  }
}
