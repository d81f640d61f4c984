/// The calls of `async` listeners that haven't returned, of all mediators.
@MainActor
final class AsyncCalls {
  static let shared = AsyncCalls()

  private var order = AsyncOrder()
  private var open: [AsyncOrder.Call: AsyncCall] = [:]
  private var launchWaits: [LaunchWait] = []

  private struct LaunchWait {
    let relay: EventRelay
    let continuation: CheckedContinuation<Void, Never>
  }

  /// Lines up a call. It begins in a later turn of the main actor.
  ///
  /// The delivery is the one that brings the event; `nil` for a call by hand, which has no holds, no
  /// probes and no place among other listeners' calls.
  func add(
    _ listener: any AppLifecycleAsyncListener, _ context: AppLifecycleContext,
    from delivery: Delivery?
  ) {
    let relay = delivery?.relay
    let call = AsyncCall(listener, context, from: delivery)
    let number = order.add(
      listener: call.identity(from: delivery), chain: relay?.chain(for: context.event))
    open[number] = call

    if relay?.isGoingDown == true {
      takeHold(for: number)
    }
    beginNext()
  }

  /// The app is on its way down, so from now on all calls of a mediator are waited for, those that
  /// began long ago first.
  func takeHolds(of relay: EventRelay) {
    for number in open.keys.sorted() where open[number]?.relay === relay {
      takeHold(for: number)
    }
  }

  private func takeHold(for number: AsyncOrder.Call) {
    guard let call = open[number], call.hold == nil, !order.isOver(number) else { return }

    let hold = call.relay?.holds.hold(call.name) { self.cutOff(number) }
    if hold?.wasTakenTooLate == true {
      cutOff(number)
    } else {
      call.hold = hold
    }
  }

  // MARK: Waiting

  /// Waits for the calls of the launch that are open now, until each has returned or was cut off.
  func waitForLaunch(of relay: EventRelay) async {
    guard isLaunching(relay) else { return }

    await withCheckedContinuation { continuation in
      launchWaits.append(LaunchWait(relay: relay, continuation: continuation))
    }
  }

  func isLaunching(_ relay: EventRelay) -> Bool {
    open.contains { number, call in
      call.relay === relay && call.isLaunch && !order.isOver(number)
    }
  }

  private func endLaunchWaits() {
    let ended = launchWaits.filter { !isLaunching($0.relay) }
    launchWaits.removeAll { !isLaunching($0.relay) }

    for wait in ended {
      wait.continuation.resume()
    }
  }

  // MARK: The life of a call

  private func beginNext() {
    while let number = order.takeNext() {
      guard let call = open[number] else { continue }

      let task = Task {
        await call.perform()
        self.end(number)
      }
      call.task = task
      if call.isCutOff {
        task.cancel()
      }
    }
  }

  /// The time has run out.
  private func cutOff(_ number: AsyncOrder.Call) {
    guard let call = open[number] else { return }

    order.cutOff(number)
    call.isCutOff = true
    beginNext()
    endLaunchWaits()

    call.task?.cancel()
    call.reportEnd()
  }

  private func end(_ number: AsyncOrder.Call) {
    guard let call = open.removeValue(forKey: number) else { return }

    order.remove(number)
    beginNext()
    endLaunchWaits()

    call.hold?.release()
    call.reportEnd()
  }
}

/// One call of an `async` listener for one event.
@MainActor
final class AsyncCall {
  let relay: EventRelay?
  /// The listener's own name or its type's.
  let name: String
  var hold: AppLifecycleHold?
  var task: Task<Void, Never>?
  /// The time has run out before the call has returned.
  var isCutOff = false

  private let listener: any AppLifecycleAsyncListener
  private let context: AppLifecycleContext
  private let probes: [any AppLifecycleProbe]
  /// With the groups around the listener.
  private let nameInProbe: String
  /// When the call began, as long as the probes haven't been told that it's over.
  private var start: SuspendingClock.Instant?

  init(
    _ listener: any AppLifecycleAsyncListener, _ context: AppLifecycleContext,
    from delivery: Delivery?
  ) {
    self.listener = listener
    self.context = context
    relay = delivery?.relay
    probes = delivery?.probes ?? []
    name = listenerName(of: listener)
    nameInProbe = (delivery?.path?.name ?? "") + name
  }

  var isLaunch: Bool { context.event == .didFinishLaunching }

  /// Says whose calls never overlap: an object's, or those of one attachment of a value.
  func identity(from delivery: Delivery?) -> ObjectIdentifier? {
    if type(of: listener) is AnyClass { return ObjectIdentifier(listener as AnyObject) }
    return delivery?.called.map(ObjectIdentifier.init)
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
