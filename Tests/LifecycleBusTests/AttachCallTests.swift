import Foundation
import LifecycleBus
import Listeners
import TestSupport
import Testing

/// Notes its attachments among the events that it receives.
@MainActor
private final class Newcomer: AppLifecycleListener {
  var calls: [String] = []
  var action: (AppLifecycleMediator) -> Void = { _ in }

  func onAttach(to mediator: AppLifecycleMediator) {
    calls.append("attached")
    action(mediator)
  }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    calls.append(context.origin == .replayed ? "replayed \(event)" : "\(event)")
  }
}

@MainActor
@Suite("onAttach(to:)")
struct AttachCallTests {
  private let center = NotificationCenter()
  private let newcomer = Newcomer()

  private func mediator(_ policy: AppLifecycleMediator.Policy = .lifecycle) -> AppLifecycleMediator
  {
    AppLifecycleMediator(policy: policy, notificationCenter: center)
  }

  @Test("a listener is told of its attachment before any event or replay (61)")
  func beforeReplay() {
    let mediator = mediator()
    AppLifecycleScenario.coldLaunchWithoutScenes.play(on: center)
    mediator.attach(newcomer, replay: .state)
    center.post(.willResignActive)
    #expect(
      newcomer.calls == [
        "attached", "replayed didFinishLaunching", "replayed willEnterForeground",
        "replayed didBecomeActive", "willResignActive",
      ])
  }

  @Test("it is told once for each attachment, weak ones too (61)")
  func oncePerAttachment() {
    let mediator = mediator()
    let attachment = mediator.attach(weakly: newcomer)
    mediator.attach(weakly: newcomer)
    mediator.attach(newcomer)
    #expect(newcomer.calls == ["attached"])
    attachment.detach()
    mediator.attach(newcomer)
    #expect(newcomer.calls == ["attached", "attached"])
  }

  @Test("a listener in a group is told, before the group is attached and after (61)")
  func insideGroup() {
    let mediator = mediator()
    AppLifecycleScenario.coldLaunchWithoutScenes.play(on: center)
    let late = Newcomer()
    let inner = ListenerGroup("inner") { newcomer }
    let outer = ListenerGroup("outer") { inner }
    mediator.attach(outer, replay: .launch)
    inner.attach(late)
    #expect(newcomer.calls == ["attached", "replayed didFinishLaunching"])
    #expect(late.calls == ["attached"])
  }

  @Test("an event that is posted there comes after the replay (61)")
  func postInside() {
    let mediator = mediator()
    AppLifecycleScenario.coldLaunchWithoutScenes.play(on: center)
    newcomer.action = { $0.post(.willResignActive) }
    mediator.attach(newcomer, replay: .launch)
    #expect(newcomer.calls == ["attached", "replayed didFinishLaunching", "willResignActive"])
  }

  @Test("a listener that detaches itself there receives no replay (61)")
  func detachInside() {
    let mediator = mediator()
    AppLifecycleScenario.coldLaunchWithoutScenes.play(on: center)
    newcomer.action = { [newcomer] in $0.detach(newcomer) }
    mediator.attach(newcomer, replay: .state)
    #expect(newcomer.calls == ["attached"] && mediator.listenerCount == 0)
  }

  @Test("a hold can be taken on the mediator of onAttach (61)")
  func hold() {
    let mediator = mediator()
    var hold: AppLifecycleHold?
    newcomer.action = { hold = $0.hold("work") }
    mediator.attach(newcomer)
    #expect(mediator.openHolds == ["work"])
    hold?.release()
    #expect(mediator.openHolds == [])
  }
}
