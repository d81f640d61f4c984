import Foundation

/// What is delivered beside or before a single event: posts that several subscribers note, posts that
/// were made off the main actor, and the steps that a policy adds.
extension EventDispatcher {
  struct Step {
    let event: AppLifecycleEvent
    var origin = AppLifecycleContext.Origin.posted
    var userInfo: [AnyHashable: Any]?
    /// What is to be reported before the step is delivered.
    var anomaly: AppLifecycleAnomaly?
    /// Whether the policy has decided about it.
    var isAdmitted = true
  }

  func note(_ code: Int, _ notification: Notification, isOffMain: Bool) {
    let event = Self.events[code]
    if noted == nil {
      noted = (event, userInfo(of: notification), isOffMain)
    } else {
      steps = steps + [newStep(event, userInfo(of: notification), isOffMain: isOffMain)]
    }
  }

  private func newStep(
    _ event: AppLifecycleEvent, _ userInfo: [AnyHashable: Any]?, isOffMain: Bool
  ) -> Step {
    Step(
      event: event, userInfo: userInfo, anomaly: isOffMain ? .postedOffMain(event) : nil,
      isAdmitted: false)
  }

  func deliverNoted() {
    if let current {
      store.finish(current.context, to: current.probe)
      self.current = nil
      current.probe?.relayDidEnd(current.context)
    }
    if let noted {
      self.noted = nil
      if !isOpen {
        steps = []
      } else if noted.isOffMain {
        steps = [newStep(noted.event, noted.userInfo, isOffMain: true)] + steps
      } else {
        admit(noted.event, noted.userInfo)
      }
    }
    if !steps.isEmpty { deliverSteps() }
    if !isOpen { releaseListeners() }
  }

  /// Delivers the steps that are left. Each stays in the list while it is reported, so that an urgent
  /// event from the handler finds it there and delivers it first.
  func deliverSteps() {
    while var step = steps.first {
      let rest = Array(steps.dropFirst())
      if let anomaly = step.anomaly {
        step.anomaly = nil
        steps = [step] + rest
        report(anomaly)
        continue
      }
      steps = rest
      if step.isAdmitted {
        deliver(step.event, step.origin, step.userInfo)
      } else {
        admit(step.event, step.userInfo)
      }
    }
  }
}
