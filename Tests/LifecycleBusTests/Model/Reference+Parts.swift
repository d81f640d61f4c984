import LifecycleBus
import LifecycleBusDelegates

// What is built on a mediator: scenes, requests and holds.

extension Reference {
  func deliver(
    _ event: AppSceneEvent, _ scene: Int, by mediator: RefMediator, on center: RefCenter
  ) {
    if !mediator.hold.waits.isEmpty { note(.sceneEventInWait) }
    let before = mediator.scenes[scene] ?? .disconnected
    let state = event.resultingState
    mediator.scenes[scene] = state == .disconnected ? nil : state
    let visible = mediator.scenes.values.count(where: \.isVisible)
    let adopters = adopters(.scene, in: mediator.store)
    let isMirrored = mediator.isLifecycle && event.direction == .down
    replace(
      with: (isMirrored ? adopters.reversed() : adopters).map {
        .sceneTurn(
          $0,
          .scene(
            listener: $0.attachment.listener.id, event, scene: scene, state, before: before,
            visible: visible))
      }, on: center)
  }

  // MARK: Requests

  func openURL(_ id: Int, untilTaken: Bool) {
    guard let mediator = mediators[id] else { return }
    if mediator.current != nil { note(.requestInEvent) }
    calling(mediator) {
      var isTaken = false
      for adopter in adopters(.answering, in: mediator.store) where adopter.isAttached {
        let listener = adopter.attachment.listener.id
        guard call(adopter.attachment.listener, [.asked(listener: listener)]) else { continue }
        if Answers.opens(listener) { isTaken = true }
        if isTaken, untilTaken { break }
      }
      seen.append(.answer(mediator: id, "open \(isTaken)"))
    }
  }

  func askWhetherToTerminate(_ id: Int) {
    guard let mediator = mediators[id] else { return }
    calling(mediator) {
      var replies: Set<AppTerminationReply> = []
      for adopter in adopters(.answering, in: mediator.store) where adopter.isAttached {
        let listener = adopter.attachment.listener.id
        guard call(adopter.attachment.listener, [.asked(listener: listener)]) else { continue }
        replies.insert(Answers.reply(listener))
      }
      let order: [AppTerminationReply] = [.cancel, .later]
      let reply = order.first { replies.contains($0) } ?? .now
      seen.append(.answer(mediator: id, "terminate \(reply)"))
    }
  }

  /// Asks asynchronously. The listeners only answer, because what they could do meanwhile has no
  /// fixed order.
  func fetch(_ id: Int) {
    guard let mediator = mediators[id] else { return }
    let adopters = adopters(.answering, in: mediator.store).map(\.attachment.listener.id)
    seen += adopters.map { .asked(listener: $0) }
    let hasData = adopters.contains(where: Answers.hasData)
    seen.append(.answer(mediator: id, "fetch \(hasData ? "newData" : "noData")"))
  }
}

/// How listeners answer requests, by their numbers.
enum Answers {
  static func opens(_ listener: Int) -> Bool { listener % 3 == 0 }
  static func hasData(_ listener: Int) -> Bool { listener % 3 == 1 }
  static func reply(_ listener: Int) -> AppTerminationReply {
    [.now, .later, .cancel][listener % 3]
  }
}
