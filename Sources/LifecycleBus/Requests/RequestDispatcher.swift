/// Asks the listeners of a mediator that answer a request, in the mediator's order: higher priority
/// first, then in the order of attachment, never mirrored.
@MainActor
struct RequestDispatcher {
  let dispatcher: EventDispatcher

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
    var answers: [AppLifecycleAnswer<Answer>] = []
    for adopter in dispatcher.store.adopters(of: role) {
      guard let listener = adopter.role else { continue }
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
    let adopters = dispatcher.store.adopters(of: role)
    guard !adopters.isEmpty else { return [] }
    // The dispatcher is not kept, because a listener that never answers would keep all listeners
    // alive.
    let answers = Answers<Answer>(count: adopters.count)
    let questions = adopters.enumerated().map { index, adopter in
      PendingRequest.Question(attachment: adopter.attachment, containers: adopter.containers) {
        guard let listener = adopter.role else { return false }
        answers.values[index] = await question(listener)
        return true
      }
    }
    let pending = PendingRequest(request) { [weak dispatcher] anomaly in
      dispatcher?.report(anomaly)
    }
    var stores = [ObjectIdentifier(dispatcher.store): dispatcher.store]
    for container in adopters.lazy.flatMap(\.containers).compactMap(\.container) {
      stores[ObjectIdentifier(container.store)] = container.store
    }
    for store in stores.values { store.add(pending) }
    defer { for store in stores.values { store.remove(pending) } }
    let outcome = await pending.ask(questions, deadline: deadline, clock: clock)
    return outcome.enumerated().compactMap { index, status in
      switch status {
      case .answered: answers.values[index]
      case .expired: missing
      case .asked, .withdrawn: nil
      }
    }
  }
}

/// The answers to one request, each at the index of its listener.
@MainActor
private final class Answers<Answer> {
  var values: [Answer?]

  init(count: Int) { values = Array(repeating: nil, count: count) }
}

extension AppLifecycleMediator {
  var requests: RequestDispatcher { RequestDispatcher(dispatcher: dispatcher) }
}
