import Foundation
import LifecycleBus

/// One asynchronous request: which listeners were asked, which have answered, and when the wait is
/// over.
///
/// The wait ends once: when no answer is outstanding, or at the deadline. This object keeps no
/// listener; only the task of a listener keeps it, while it answers. It knows no answers, so that
/// the code is not made again for each kind of request.
@MainActor
final class PendingRequest: ListenerStoreObserver {
  /// One listener to ask.
  struct Question {
    let attachment: AppLifecycleAttachment
    /// The attachments of the groups that contain the listener.
    let containers: [AppLifecycleAttachment]
    /// Asks the listener, and stores its answer. Returns false if the listener is gone.
    let ask: @MainActor () async -> Bool
  }

  /// What has become of a question.
  enum Status {
    case asked, answered, withdrawn, expired
  }

  private struct Entry {
    let attachment: AppLifecycleAttachment
    let name: String
    var status = Status.asked
    var task: Task<Void, Never>?
  }

  private let request: AppLifecycleRequest
  private let report: @MainActor (AppLifecycleAnomaly) -> Void
  private var entries: [Entry] = []
  /// The entries that a detach concerns: those of the listener, or of all inside a group.
  private var places: [ObjectIdentifier: [Int]] = [:]
  private var outstanding = 0
  private let deadline = DeadlineFlag()
  private var timer: Task<Void, Never>?
  private var waiter: CheckedContinuation<Void, Never>?

  init(
    _ request: AppLifecycleRequest, report: @escaping @MainActor (AppLifecycleAnomaly) -> Void
  ) {
    self.request = request
    self.report = report
  }

  /// Asks, waits, and returns what has become of each question, in their order.
  func ask(_ questions: [Question], deadline: Duration, clock: any Clock<Duration>) async
    -> [Status]
  {
    startTimer(deadline, clock)
    entries = questions.map { Entry(attachment: $0.attachment, name: $0.attachment.name) }
    outstanding = entries.count
    for (index, question) in questions.enumerated() {
      for attachment in [question.attachment] + question.containers {
        places[ObjectIdentifier(attachment), default: []].append(index)
      }
      entries[index].task = Task { await self.answer(index, question) }
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter = $0 }
    } onCancel: {
      Task { @MainActor in self.cancel() }
    }
    return entries.map(\.status)
  }

  /// Whether the time has run out, also while the main actor is too busy to end the wait.
  var isPastDeadline: Bool { deadline.hasPassed }

  /// Off the main actor, so that the deadline passes also while listeners keep the main actor busy.
  private func startTimer(_ length: Duration, _ clock: any Clock<Duration>) {
    timer = Task.detached { [deadline] in
      guard (try? await clock.sleep(for: length)) != nil else { return }
      deadline.pass()
      await self.expire()
    }
  }

  private func answer(_ index: Int, _ question: Question) async {
    // The listener was detached after the request began and before its turn, or the deadline passed
    // while other listeners kept the main actor busy.
    guard entries[index].status == .asked, !isPastDeadline else { return }
    let hasAnswered = await AnsweringListener.$attachment.withValue(
      ObjectIdentifier(question.attachment)
    ) {
      await question.ask()
    }
    switch entries[index].status {
    case .asked: if hasAnswered { end(index, as: .answered) } else { withdraw(index) }
    case .expired:
      if hasAnswered { report(.answeredLate(request.rawValue, listener: entries[index].name)) }
    case .withdrawn, .answered: break
    }
  }

  func listenerDidDetach(_ attachment: AppLifecycleAttachment) {
    for index in places[ObjectIdentifier(attachment)] ?? [] where entries[index].status == .asked {
      // A listener that detaches itself while it answers still answers: its own call completes.
      let own = ObjectIdentifier(entries[index].attachment)
      if AnsweringListener.attachment != own { withdraw(index) }
    }
  }

  private func withdraw(_ index: Int) {
    entries[index].task?.cancel()
    end(index, as: .withdrawn)
  }

  private func expire() {
    guard waiter != nil else { return }
    var late: [String] = []
    for index in entries.indices where entries[index].status == .asked {
      late.append(entries[index].name)
      entries[index].status = .expired
      entries[index].task?.cancel()
    }
    outstanding = 0
    report(.requestExpired(request.rawValue, listeners: late))
    endIfComplete()
  }

  private func cancel() {
    for entry in entries { entry.task?.cancel() }
  }

  private func end(_ index: Int, as status: Status) {
    entries[index].status = status
    outstanding -= 1
    endIfComplete()
  }

  private func endIfComplete() {
    guard outstanding == 0, let waiter else { return }
    self.waiter = nil
    timer?.cancel()
    waiter.resume()
  }
}

/// The listener that the current task asks, so that a detach by the listener itself differs from a
/// detach by other code.
private enum AnsweringListener {
  @TaskLocal static var attachment: ObjectIdentifier?
}

/// Whether the deadline has passed. Set off the main actor.
private final class DeadlineFlag: @unchecked Sendable {
  // Proof for @unchecked: the field is read and written under `lock` only.
  private let lock = NSLock()
  private var isPassed = false

  var hasPassed: Bool { lock.withLock { isPassed } }

  func pass() { lock.withLock { isPassed = true } }
}
