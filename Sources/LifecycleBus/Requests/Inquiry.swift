/// An asynchronous request under way, of whatever answer.
@MainActor
protocol OpenInquiry: AnyObject {
  func withdraw(_ seat: ListenerSeat)
}

/// One asynchronous request: who was asked, who has answered, and when the waiting is over.
///
/// The waiting ends once: when nobody is left to answer, or at the deadline.
@MainActor
final class Inquiry<Answer: Sendable>: OpenInquiry {
  private enum Standing {
    case asked, withdrawn, expired
    case answered(Answer)

    var isAsked: Bool { if case .asked = self { true } else { false } }
  }

  private struct Place {
    let seat: ListenerSeat
    let name: String
    var standing = Standing.asked
    var task: Task<Void, Never>?
  }

  private let request: AppLifecycleRequest
  private let missing: Answer
  private let report: @MainActor (AppLifecycleAnomaly) -> Void
  private var places: [Place] = []
  private var timer: Task<Void, Never>?
  private var waiter: CheckedContinuation<Void, Never>?

  init(
    _ request: AppLifecycleRequest, missing: Answer,
    report: @escaping @MainActor (AppLifecycleAnomaly) -> Void
  ) {
    self.request = request
    self.missing = missing
    self.report = report
  }

  /// Asks, waits, and hands back the answers that count, in the order of the adopters.
  func ask<Role>(
    _ adopters: [RequestDesk.Adopter<Role>], deadline: Duration, clock: any Clock<Duration>,
    _ question: @escaping @MainActor (Role) async -> Answer
  ) async -> [Answer] {
    places = adopters.map { Place(seat: $0.seat, name: $0.name) }
    for (index, adopter) in adopters.enumerated() {
      places[index].task = Task {
        // Left between the question and its turn.
        guard self.places[index].standing.isAsked else { return }
        self.take(await question(adopter.role), at: index)
      }
    }
    timer = Task {
      guard (try? await clock.sleep(for: deadline)) != nil else { return }
      self.expire()
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter = $0 }
    } onCancel: {
      Task { @MainActor in self.cancel() }
    }
    return places.compactMap { place in
      switch place.standing {
      case .answered(let answer): answer
      case .expired: missing
      case .asked, .withdrawn: nil
      }
    }
  }

  /// The listener has left: its answer counts no longer, and nobody waits for it.
  func withdraw(_ seat: ListenerSeat) {
    for index in places.indices where places[index].seat === seat {
      guard places[index].standing.isAsked else {
        if case .answered = places[index].standing { places[index].standing = .withdrawn }
        continue
      }
      places[index].standing = .withdrawn
      places[index].task?.cancel()
    }
    endIfComplete()
  }

  private func take(_ answer: Answer, at index: Int) {
    switch places[index].standing {
    case .asked:
      places[index].standing = .answered(answer)
      endIfComplete()
    case .expired:
      report(.answeredLate(request, listener: places[index].name))
    case .withdrawn, .answered:
      break
    }
  }

  private func expire() {
    guard waiter != nil else { return }
    var late: [String] = []
    for index in places.indices where places[index].standing.isAsked {
      places[index].standing = .expired
      places[index].task?.cancel()
      late.append(places[index].name)
    }
    report(.requestExpired(request, listeners: late))
    endIfComplete()
  }

  private func cancel() {
    for place in places { place.task?.cancel() }
  }

  private func endIfComplete() {
    guard let waiter, !places.contains(where: \.standing.isAsked) else { return }
    self.waiter = nil
    timer?.cancel()
    waiter.resume()
  }
}
