import Foundation
import LifecycleBus
import TestSupport

/// The package itself, with listeners and probes that tell the player of each call.
@MainActor
final class RealWorld: Stage {
  let player: Player

  /// They stand for their windows, too.
  private let centers = [NotificationCenter(), NotificationCenter()]
  /// One mediator for each center, because no rule is about a center without mediators.
  private var observers: [AppLifecycleMediator] = []
  private var mediators: [Int: AppLifecycleMediator] = [:]
  private var listeners: [Int: any AppLifecycleListener & AnyObject] = [:]

  init(_ player: Player) {
    self.player = player

    for center in centers {
      let observer = AppLifecycleMediator(notificationCenter: center)
      observer.observeScenes(on: center)
      observers.append(observer)
    }
    for number in 1...4 {
      listeners[number] = Witness("listener \(number)", player)
    }
    for number in [5, 6] {
      let children = player.groups[number, default: []].compactMap { listeners[$0] }
      listeners[number] = ListenerGroup("listener \(number)") { children }
    }
  }

  func post(_ post: Post) {
    guard let name = name(of: post.subject) else { return }

    let center = centers[post.center]
    let userInfo = ["post": post.number]
    perform(elsewhere: post.isElsewhere) {
      center.post(name: name, object: center, userInfo: userInfo)
    }
  }

  private func name(of subject: Post.Subject) -> Notification.Name? {
    switch subject {
    case .app(let event):
      AppLifecycleVocabulary.current.name(for: event)
    case .scene(let event):
      event.notificationName
    }
  }

  func attach(_ listener: Int, to place: Int, _ terms: Terms) {
    guard let listener = listeners[listener] else { return }

    if let group = listeners[place] as? ListenerGroup {
      group.attach(listener, priority: terms.priority)
    }
    mediators[place]?.attach(listener, priority: terms.priority, replay: terms.replay)
  }

  func detach(_ listener: Int, from place: Int) {
    guard let listener = listeners[listener] else { return }

    if let group = listeners[place] as? ListenerGroup {
      group.detach(listener)
    }
    mediators[place]?.detach(listener)
  }

  func make(_ number: Int, _ plan: Plan) {
    let mediator = AppLifecycleMediator(
      listeners: plan.listeners.compactMap { listeners[$0] }, policy: plan.policy,
      notificationCenter: centers[plan.center], initialState: plan.state)
    mediators[number] = mediator

    mediator.onAnomaly = { [weak player] anomaly in
      let firstWord = "\(anomaly)".prefix { $0 != " " }
      player?.callback("mediator \(number)", "\(firstWord)")
    }
  }

  func release(_ number: Int, elsewhere: Bool) {
    // Used by one thread after another: the first one waits for the second.
    nonisolated(unsafe) var last = mediators.removeValue(forKey: number)
    perform(elsewhere: elsewhere) {
      withExtendedLifetime(last.take()) {}
    }
  }

  func observe(_ channel: Channel, by number: Int) {
    let center = centers[channel.center]
    if channel.hasScenes {
      mediators[number]?.observeScenes(on: center)
    } else {
      mediators[number]?.observe(center)
    }
  }

  func setProbe(of number: Int, isOn: Bool) {
    mediators[number]?.probe = isOn ? Witness("probe \(number)", player) : nil
  }

  /// What a callback posts on a thread comes in a later turn, so this waits until a turn brings
  /// nothing.
  func wait() async {
    var known: Int
    repeat {
      known = player.journal.count
      await nextMainTurn()
      await nextMainTurn()
    } while player.journal.count > known
  }

  func reading(of number: Int) -> String {
    guard let mediator = mediators[number] else { return "" }
    return "\(mediator.state) \(mediator.listenerCount)"
  }

  private func perform(elsewhere: Bool, _ action: @escaping @Sendable () -> Void) {
    guard elsewhere else {
      action()
      return
    }

    let done = DispatchGroup()
    DispatchQueue.global().async(group: done, execute: action)
    done.wait()
  }
}

/// A listener or a probe that tells the player of each call.
@MainActor
private final class Witness: AppSceneListener, AppNamedListener, AppLifecycleProbe {
  let listenerName: String
  private weak var player: Player?

  init(_ name: String, _ player: Player) {
    listenerName = name
    self.player = player
  }

  private func tell(_ text: String) { player?.callback(listenerName, text) }

  func onAttach(to mediator: AppLifecycleMediator) { tell("attached \(mediator.state)") }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    let post = context.origin == .posted ? context.userInfo?["post"] : nil
    let states = "\(context.previousState)>\(context.state)"
    tell("\(event) \(states) \(context.origin) \(post ?? "")")
  }

  func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {
    tell("scene \(event)")
  }

  func willDeliver(_ context: AppLifecycleContext) { tell("begin \(context.event)") }
  func didDeliver(_ context: AppLifecycleContext) { tell("end \(context.event)") }
  func didCall(_ call: AppLifecycleProbeCall) { tell("called \(call.listener) \(call.event)") }

  func willCall(_ listener: String, for context: AppLifecycleContext) {
    tell("calls \(listener) \(context.event)")
  }
}
