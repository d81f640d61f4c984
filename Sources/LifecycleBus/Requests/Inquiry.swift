/// An asynchronous request under way, of whatever answer.
@MainActor
protocol OpenInquiry: AnyObject {
  /// Somebody has left: what is owed by those who are no longer there is no longer awaited.
  func withdrawAbsent()
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
    let adopter: AdopterPlace
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
    places = adopters.map { Place(adopter: $0.place, name: $0.name) }
    for member in places.flatMap(\.adopter.path) { member.addWatcher(self) }
    defer { for member in places.flatMap(\.adopter.path) { member.removeWatcher(self) } }
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

  /// Those who have left: their answers count no longer, and nobody waits for them.
  func withdrawAbsent() {
    for index in places.indices where !places[index].adopter.isPresent {
      switch places[index].standing {
      case .asked:
        places[index].standing = .withdrawn
        places[index].task?.cancel()
      case .answered:
        places[index].standing = .withdrawn
      case .withdrawn, .expired:
        break
      }
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
