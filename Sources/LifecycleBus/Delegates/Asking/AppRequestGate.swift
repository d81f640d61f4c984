/// Holds back the work of requests until the app is ready, and then lets it through in order.
///
/// A URL or a push may arrive while the app is launching, or while the user is signed out. A plain
/// method leaves its work to the gate and returns at once; an `async` one waits:
///
/// ```swift
/// final class DeepLinks: AppURLOpening, AppRemoteNotificationReceiving {
///   func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool {
///     guard url.scheme == "notes" else { return false }
///     gate.perform { router.show(url) }
///     return true
///   }
///
///   func onAppDidReceiveRemoteNotification(
///     _ userInfo: [AnyHashable: Any]
///   ) async -> AppFetchResult {
///     guard await gate.wait() else { return .failed }
///     return await mailbox.fetch("inbox") ? .newData : .failed
///   }
/// }
/// ```
///
/// Several listeners may share a gate. Work that is still waiting when the process ends is lost.
@MainActor
public final class AppRequestGate {
  private var isOpen = false
  private var isHandingOver = false
  /// Each returns true if the next one waits until this one has suspended.
  private var waiting: [() -> Bool] = []
  private var continuations: [Int: CheckedContinuation<Bool, Never>] = [:]
  private var lastNumber = 0

  /// Makes a closed gate.
  public init() {}

  /// Opens the gate, and runs the waiting work in the order in which it arrived.
  ///
  /// Work that arrived before anything called ``wait()`` has run when this returns. Everything from
  /// that call on follows in later turns of the main actor.
  public func open() {
    isOpen = true
    if !isHandingOver {
      handOver()
    }
  }

  /// Closes the gate. Work that hasn't begun yet waits until you open the gate again.
  public func close() { isOpen = false }

  /// Runs the work at once if the gate is open, or else when it opens.
  public func perform(_ work: @escaping @MainActor () -> Void) {
    if passes {
      work()
      return
    }

    waiting.append {
      work()
      return false
    }
  }

  /// Waits until the gate is open, and until everything that arrived earlier has got through.
  ///
  /// Returns true once the gate is open, or false as soon as the task is cancelled.
  public func wait() async -> Bool {
    if passes { return !Task.isCancelled }
    lastNumber += 1
    let number = lastNumber
    waiting.append { [unowned self] in resume(number, isHandedOver: true) }

    let isHandedOver = await withTaskCancellationHandler {
      await withCheckedContinuation { continuations[number] = $0 }
    } onCancel: {
      // In a later turn of the main actor, so that the request waits by then.
      Task { @MainActor in _ = resume(number, isHandedOver: false) }
    }

    if isHandedOver {
      // The next request passes when this one suspends for the first time.
      Task { handOver() }
    }
    return isHandedOver && !Task.isCancelled
  }

  private var passes: Bool { isOpen && !isHandingOver }

  private func handOver() {
    isHandingOver = true

    while isOpen, !waiting.isEmpty {
      let pass = waiting.removeFirst()
      let nextOneWaits = pass()
      if nextOneWaits { return }
    }
    isHandingOver = false
  }

  private func resume(_ number: Int, isHandedOver: Bool) -> Bool {
    let continuation = continuations.removeValue(forKey: number)
    continuation?.resume(returning: isHandedOver)
    return continuation != nil
  }
}
