/// The calls of `async` listeners that haven't returned, of all mediators.
///
/// A listener's calls never overlap. The calls of a mirrored mediator are one chain: each begins
/// when the one before it has returned or was cut off. Since each waits only for earlier ones, no
/// two wait for each other.
@MainActor
final class AsyncCalls {
  static let shared = AsyncCalls()

  private var calls: [AsyncCall] = []
  private var launchWaits: [LaunchWait] = []

  private struct LaunchWait {
    let relay: EventRelay
    let continuation: CheckedContinuation<Void, Never>
  }

  /// Queues a call. Without a `delivery` it was called by hand, and has no holds, no probes and no
  /// place among other listeners' calls.
  func add(
    _ listener: any AppLifecycleAsyncListener, _ context: AppLifecycleContext,
    from delivery: Delivery?
  ) {
    let call = AsyncCall(listener, context, from: delivery)
    calls.append(call)

    if call.relay?.isGoingDown == true {
      takeHold(for: call)
    }
    beginNext { $0 === call }
  }

  func takeHolds(of relay: EventRelay) {
    for call in calls where call.relay === relay {
      takeHold(for: call)
    }
  }

  private func takeHold(for call: AsyncCall) {
    guard call.hold == nil, !isOver(call) else { return }

    let hold = call.relay?.holds.hold(call.name) { self.cutOff(call) }
    if hold?.wasTakenTooLate == true {
      cutOff(call)
    } else {
      call.hold = hold
    }
  }

  // MARK: Waiting

  func waitForLaunch(of relay: EventRelay) async {
    guard isLaunching(relay) else { return }

    await withCheckedContinuation { continuation in
      launchWaits.append(LaunchWait(relay: relay, continuation: continuation))
    }
  }

  func isLaunching(_ relay: EventRelay) -> Bool {
    for call in calls where call.relay === relay && call.isLaunch {
      if !isOver(call) { return true }
    }
    return false
  }

  private func endLaunchWaits() {
    let waits = launchWaits
    launchWaits = []

    for wait in waits {
      if isLaunching(wait.relay) {
        launchWaits.append(wait)
      } else {
        wait.continuation.resume()
      }
    }
  }

  // MARK: The life of a call

  private func beginNext(where mayBegin: (AsyncCall) -> Bool = { _ in true }) {
    for call in calls where !call.hasBegun && mayBegin(call) && !isHeldUp(call) {
      call.hasBegun = true
      let task = Task {
        await call.perform()
        self.end(call)
      }
      call.task = task
      if call.isCutOff {
        task.cancel()
      }
    }
  }

  private func isHeldUp(_ call: AsyncCall) -> Bool {
    for earlier in calls {
      if earlier === call { return false }
      if call.isOfSameListener(as: earlier) { return true }
      if call.isBehind(earlier), !isOver(earlier) { return true }
    }
    return false
  }

  /// True for a call that has returned or was cut off, and for one that waits for such a call of
  /// its own listener: a listener that ignores its cancellation holds up nobody else.
  private func isOver(_ call: AsyncCall) -> Bool {
    for earlier in calls {
      if earlier === call { return call.isCutOff }
      if earlier.isCutOff, call.isOfSameListener(as: earlier) { return true }
    }
    return true
  }

  private func cutOff(_ call: AsyncCall) {
    call.isCutOff = true
    beginNext()
    endLaunchWaits()

    call.task?.cancel()
    call.reportEnd()
  }

  private func end(_ call: AsyncCall) {
    calls.removeAll { $0 === call }
    // To ask of all of them what holds them up would take long where many wait.
    beginNext { $0.mayWait(for: call) }
    endLaunchWaits()

    call.hold?.release()
    call.reportEnd()
  }
}

@MainActor
final class AsyncCall {
  let relay: EventRelay?
  let name: String
  var hold: AppLifecycleHold?
  var task: Task<Void, Never>?
  var hasBegun = false
  /// The time has run out. The call may still run, but nobody waits for it.
  var isCutOff = false

  private let listener: any AppLifecycleAsyncListener
  /// Whose calls never overlap: an object, or one attachment of a value. It's kept, or another one
  /// could get its address.
  private let owner: AnyObject?
  private let chain: Int?
  private let context: AppLifecycleContext
  private let probes: [any AppLifecycleProbe]
  private let nameInProbe: String
  private var start: SuspendingClock.Instant?

  init(
    _ listener: any AppLifecycleAsyncListener, _ context: AppLifecycleContext,
    from delivery: Delivery?
  ) {
    self.listener = listener
    self.context = context
    relay = delivery?.relay
    chain = relay?.chain(for: context.event)
    probes = delivery?.probes ?? []
    name = listenerName(of: listener)
    nameInProbe = (delivery?.path?.name ?? "") + name

    let isObject = type(of: listener) is AnyClass
    owner = isObject ? listener as AnyObject : delivery?.called
  }

  var isLaunch: Bool { context.event == .didFinishLaunching }

  func isOfSameListener(as other: AsyncCall) -> Bool {
    owner != nil && owner === other.owner
  }

  func isBehind(_ earlier: AsyncCall) -> Bool {
    chain != nil && chain == earlier.chain
  }

  func mayWait(for earlier: AsyncCall) -> Bool {
    isOfSameListener(as: earlier) || isBehind(earlier)
  }

  func perform() async {
    reportBegin()
    await listener.perform(context)
  }

  // MARK: Probes

  private func reportBegin() {
    if probes.isEmpty { return }

    start = .now
    var context = context
    context.isAsyncCall = true
    for probe in probes {
      probe.willCall(nameInProbe, for: context)
    }

    // It was over before it began, and nobody waits for it.
    if isCutOff {
      reportEnd()
    }
  }

  func reportEnd() {
    guard let start else { return }

    self.start = nil
    let report = AppLifecycleProbeCall(
      event: context.event, listener: nameInProbe, start: start, duration: start.duration(to: .now),
      isReplay: context.origin == .replayed, isAsync: true, delivery: context.delivery)
    for probe in probes {
      probe.didCall(report)
    }
  }
}
