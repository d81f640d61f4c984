import LifecycleBus

/// Asks the listeners of a mediator that answer a request, in the mediator's order: higher priority
/// first, then in the order of attachment, never mirrored.
@MainActor
struct RequestDispatcher {
  let mediator: AppLifecycleMediator

  /// Asks the adopters one after another, and returns the answer of each.
  ///
  /// A listener that is detached before its turn is not asked; the answer of one that detaches
  /// itself while it answers counts.
  ///
  /// - Parameter isFinal: Returns whether an answer ends the asking.
  func ask<Role, Answer>(
    _ role: Role.Type, until isFinal: (Answer) -> Bool = { _ in false },
    _ question: (Role) -> Answer
  ) -> [AppLifecycleAnswer<Answer>] {
    let adopters = mediator.store.adopters(of: ListenerRole(role))
    var answers: [AppLifecycleAnswer<Answer>] = []
    answers.reserveCapacity(adopters.count)
    for adopter in adopters {
      guard let listener = adopter.listener as? Role else { continue }
      // Read before the call, because the listener may be gone after it.
      let name = adopter.attachment.name
      let answer = question(listener)
      answers.append(AppLifecycleAnswer(listener: name, value: answer))
      if isFinal(answer) { break }
    }
    return answers
  }

  /// Asks all adopters at once, and waits until each has answered, was detached, or has missed the
  /// deadline.
  ///
  /// - Parameters:
  ///   - request: Named in anomalies.
  ///   - missing: The value of an answer that has not come in time.
  func ask<Role, Answer: Sendable>(
    _ request: AppLifecycleRequest, _ role: Role.Type, deadline: Duration,
    clock: any Clock<Duration>, missing: Answer,
    _ question: @escaping @MainActor (Role) async -> Answer
  ) async -> [Answer] {
    let answers = Answers<Answer>()
    let outcome = await ask(request, ListenerRole(role), deadline, clock) { index, listener in
      guard let listener = listener as? Role else { return }
      answers[index] = await question(listener)
    }
    return outcome.enumerated().compactMap { index, status in
      switch status {
      case .answered: answers[index]
      case .expired: missing
      case .asked, .withdrawn: nil
      }
    }
  }

  /// The part of it that knows no answers, so that it is compiled once.
  ///
  /// - Parameter question: Asks a listener, and stores its answer at an index.
  private func ask(
    _ request: AppLifecycleRequest, _ role: ListenerRole, _ deadline: Duration,
    _ clock: any Clock<Duration>,
    _ question: @escaping @MainActor (Int, any AppLifecycleListener) async -> Void
  ) async -> [PendingRequest.Status] {
    let adopters = mediator.store.adopters(of: role)
    guard !adopters.isEmpty else { return [] }
    // The mediator is not kept, because a listener that never answers would keep all listeners
    // alive.
    let questions = adopters.enumerated().map { index, adopter in
      PendingRequest.Question(attachment: adopter.attachment, containers: adopter.containers) {
        guard let listener = adopter.listener else { return false }
        await question(index, listener)
        return true
      }
    }
    let pending = PendingRequest(request) { [weak mediator] anomaly in
      mediator?.report(anomaly)
    }
    var stores = [ObjectIdentifier(mediator.store): mediator.store]
    for container in adopters.lazy.flatMap(\.containers).compactMap(\.container) {
      stores[ObjectIdentifier(container.store)] = container.store
    }
    for store in stores.values { store.add(pending) }
    defer { for store in stores.values { store.remove(pending) } }
    return await pending.ask(questions, deadline: deadline, clock: clock)
  }
}

/// The answers to one request, by the index of the listener.
@MainActor
private final class Answers<Answer> {
  private var values: [Answer?] = []

  subscript(_ index: Int) -> Answer? {
    get { index < values.count ? values[index] : nil }
    set {
      while values.count <= index { values.append(nil) }
      values[index] = newValue
    }
  }
}

extension AppLifecycleMediator {
  var requests: RequestDispatcher { RequestDispatcher(mediator: self) }
}
