package import LifecycleBus

/// One asynchronous request. It keeps no listener and no mediator: a listener that never answers
/// would otherwise keep all others alive.
@MainActor
final class PendingRequest<Role, Answer: Sendable> {
  private enum State {
    /// `withdrawn`: the listener was detached or is gone, or its answer isn't needed any more.
    case asked, answered, withdrawn, expired
  }

  private struct Question {
    let place: ListenerPlace
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

  init(
    _ role: Role.Type, of places: [ListenerPlace],
    until isFinal: @escaping (Answer) -> Bool = { _ in false },
    report: @escaping @MainActor (AppLifecycleAnomaly) -> Void = { _ in },
    _ question: @escaping @MainActor (Role) async -> Answer
  ) {
    name = "\(role)".replacing("any ", with: "")
    self.isFinal = isFinal
    self.report = report
    self.question = question
    questions = places.map { Question(place: $0, name: $0.attachment.name) }
  }

  func answers(deadline: Duration?, clock: some Clock<Duration>) async -> [Answer?] {
    guard !questions.isEmpty else { return [] }
    // Before the listeners are asked, because one of them may take its time on the main actor.
    let timer = deadline.map { startTimer($0, clock) }

    for index in questions.indices {
      questions[index].task = startRequest { await self.askListener(index) }
    }
    await waitForAnswers()

    timer?.cancel()
    return questions.filter { $0.state != .withdrawn }.map(\.answer)
  }

  private func startTimer(
    _ deadline: Duration, _ clock: some Clock<Duration>
  ) -> Task<Void, Never> {
    let end = clock.now.advanced(by: deadline)
    return Task {
      do {
        try await clock.sleep(until: end, tolerance: nil)
      } catch {
        return
      }
      expire()
    }
  }

  private func waitForAnswers() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiter = continuation
        endIfComplete()
      }
    } onCancel: {
      Task { @MainActor in self.cancelTasks() }
    }
  }

  private func cancelTasks() {
    for question in questions {
      question.task?.cancel()
    }
  }

  private func askListener(_ index: Int) async {
    // An earlier listener may have detached this one.
    guard questions[index].state == .asked else { return }
    let answer = await answer(of: questions[index].place)

    let isInTime = questions[index].state == .asked
    if isInTime, let answer {
      questions[index].answer = answer
      end(index, as: .answered)
    } else if isInTime {
      end(index, as: .withdrawn)
    }

    // Nobody waits any longer for the others, or for one that was detached meanwhile.
    let isDecided = isInTime && answer.map(isFinal) == true
    for other in open where isDecided || questions[other].place.listener == nil {
      end(other, as: .withdrawn)
    }
  }

  private func answer(of place: ListenerPlace) async -> Answer? {
    guard let listener = place.listener(as: Role.self) else { return nil }
    return await question(listener)
  }

  /// Questions without an answer.
  private var open: [Int] { questions.indices.filter { questions[$0].state == .asked } }

  private func expire() {
    let late = open
    guard !late.isEmpty else { return }

    for index in late {
      end(index, as: .expired)
    }
    report(.requestExpired(name, listeners: late.map { questions[$0].name }))
  }

  /// The state is set before the task is cancelled, whose handler may detach other listeners.
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

/// Begins a request in a later turn of the main actor, after the delegate method has returned.
@MainActor @discardableResult
package func startRequest<Result: Sendable>(
  _ request: @escaping @MainActor () async -> Result
) -> Task<Result, Never> {
  Task { await request() }
}

extension AppLifecycleAnomaly {
  package static func requestExpired(_ request: String, listeners: [String]) -> Self {
    .other(
      kind: "requestExpired",
      sentence: "\(listeners.joined(separator: ", ")) missed the deadline of \(request).")
  }
}
