#if os(Linux)
  import LifecycleBus
  import Listeners
  import TestSupport

  /// Mediators that come and go on the same center, with listeners, probes, scenes and holds.
  @MainActor
  final class Guests: Load {
    private struct Guest {
      let mediator: AppLifecycleMediator
      let visitor: Visitor
    }

    private let bus: Bus
    private var guests: [Guest] = []
    private var waits: [Int: Task<Void, Never>] = [:]
    private var made = 0
    private var scenes = 0
    private var holds = 0

    init(_ bus: Bus) {
      self.bus = bus
      bus.first.observeScenes(on: bus.center)
    }

    func act(_ random: inout SeededGenerator) {
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where guests.count < 6: come()
      case 1: playScene()
      case 2: if let guest = guests.randomElement(using: &random) { letHoldExpire(guest.mediator) }
      default: if guests.count > 1 { leave() }
      }
    }

    private func come() {
      made += 1
      let visitor = Visitor(bus.secondCount)
      let mediator = AppLifecycleMediator(
        listeners: [visitor], notificationCenter: bus.center, initialState: bus.second.state)
      mediator.probe = FlightRecorder(capacity: 16)
      mediator.attach(RecordingListener())
      if made.isMultiple(of: 2) { mediator.observeScenes(on: bus.center) }
      guests.append(Guest(mediator: mediator, visitor: visitor))
    }

    /// A scene from its connection to its end.
    private func playScene() {
      scenes += 1
      let scene = Scene()
      for event in [
        AppSceneEvent.willConnect, .willEnterForeground, .didActivate, .willDeactivate,
        .didEnterBackground, .didDisconnect,
      ] {
        bus.center.post(event, scene: scene)
      }
      if bus.first.connectedSceneCount != 0 { bus.note("a scene stayed connected") }
    }

    /// A hold that nothing releases in time.
    private func letHoldExpire(_ mediator: AppLifecycleMediator) {
      guard waits.count < 4 else { return }
      holds += 1
      let (number, hold) = (holds, mediator.hold("guest"))
      waits[number] = Task {
        await mediator.waitForHolds(upTo: .milliseconds(5))
        hold.release()
        waits[number] = nil
      }
    }

    private func leave() {
      let guest = guests.removeFirst()
      if !guest.visitor.hasHeardAll {
        bus.note("a mediator that stayed for a while missed posts, or had too many")
      }
    }

    func finish() async {
      while !guests.isEmpty { leave() }
      for task in waits.values { await task.value }
    }

    func count(in totals: inout Totals) {
      totals.mediators = made
      totals.scenes = scenes
      totals.holds += holds
    }

    private final class Scene: Sendable {}
  }
#endif
