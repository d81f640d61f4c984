import LifecycleBus

/// One asynchronous request. Its wait ends once: without open answers, by a final answer, or at the
/// deadline. It keeps no listener; only a listener's task keeps it.
@MainActor
final class PendingRequest<Answer: Sendable>: ListenerStoreObserver {
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
  private let stores: [ListenerStore]
  private let isFinal: (Answer) -> Bool
  private let ask: @MainActor (any AppLifecycleListener) async -> Answer?
  private let report: @MainActor (AppLifecycleAnomaly) -> Void
  private var questions: [Question]
  private var isPastDeadline: () -> Bool = { false }
  private var timer: Task<Void, Never>?
  private var waiter: CheckedContinuation<Void, Never>?

  /// `stores` report detached adopters. A final answer ends the wait.
  init(
    _ name: String, _ adopters: [ListenerTurn], in stores: [ListenerStore],
    isFinal: @escaping (Answer) -> Bool,
    ask: @escaping @MainActor (any AppLifecycleListener) async -> Answer?,
    report: @escaping @MainActor (AppLifecycleAnomaly) -> Void
  ) {
    (self.name, self.stores, self.isFinal) = (name, stores, isFinal)
    (self.ask, self.report) = (ask, report)
    questions = adopters.map { Question(adopter: $0, name: $0.attachment.name) }
  }

  /// The answers in order, `nil` for one that missed the deadline. The first part of each
  /// listener's method runs before this suspends.
  func answers(deadline: Duration?, clock: any Clock<Duration>) async -> [Answer?] {
    guard !questions.isEmpty else { return [] }
    for store in stores { store.addObserver(self) }
    defer { for store in stores { store.removeObserver(self) } }
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
    let own = ObjectIdentifier(adopter.attachment)
    let answer: Answer? = await AnsweringListener.$attachment.withValue(own) {
      guard let listener = adopter.listener else { return nil }
      return await ask(listener)
    }
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
  }

  func listenerDidDetach(_ attachment: AppLifecycleAttachment) {
    // The listener itself, or a group around it.
    for index in questions.indices
    where questions[index].isOpen && questions[index].adopter.isInside(attachment) {
      // A listener that detaches itself while it answers still answers: its own call completes.
      let own = ObjectIdentifier(questions[index].adopter.attachment)
      if AnsweringListener.attachment != own { end(index, as: .withdrawn) }
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

extension ListenerTurn {
  fileprivate func isInside(_ attachment: AppLifecycleAttachment) -> Bool {
    self.attachment === attachment || containers.contains { $0.attachment === attachment }
  }
}

/// The listener that the current task asks: its own detach does not end its answer.
private enum AnsweringListener {
  @TaskLocal static var attachment: ObjectIdentifier?
}
