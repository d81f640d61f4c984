import Foundation
import LifecycleBus

/// What a strip shows: what happened in turn, and what the listeners heard of it.
struct StripFacts: Codable, Equatable {
  struct Step: Codable, Equatable {
    /// The posted event, or what was done to the process.
    var cause: String
    var heard: [Heard] = []
    /// Why the post was dropped.
    var dropped: String?
    /// What became of the process.
    var outcome: String?
  }

  struct Heard: Codable, Equatable {
    var event: String
    var isAdded = false
    /// The state after the event.
    var state: String
    /// The names of the listeners, in the order of their calls; empty in a run with one listener.
    var listeners: [String] = []
  }

  var steps: [Step]
}

/// Runs a mediator with listeners, and notes what they hear.
@MainActor
final class StripRun {
  let center = NotificationCenter()
  let mediator: AppLifecycleMediator
  private var steps: [StripFacts.Step] = []
  var facts: StripFacts { StripFacts(steps: steps) }

  init(
    listeners: [String], policy: AppLifecycleMediator.Policy = .relay,
    initialState: AppLifecycleState = .notRunning
  ) {
    mediator = AppLifecycleMediator(
      policy: policy, notificationCenter: center, initialState: initialState)
    mediator.onAnomaly = { [unowned self] in note($0) }
    for name in listeners {
      mediator.attach(ClosureListener(name) { [unowned self] in hear($0, name) })
    }
  }

  func post(_ events: [AppLifecycleEvent]) {
    for event in events {
      steps.append(StripFacts.Step(cause: event.rawValue))
      center.post(event)
    }
  }

  private func hear(_ context: AppLifecycleContext, _ listener: String) {
    let last = steps.count - 1
    let name = context.event.rawValue
    if let index = steps[last].heard.lastIndex(where: { $0.event == name }) {
      steps[last].heard[index].listeners.append(listener)
    } else {
      steps[last].heard.append(
        StripFacts.Heard(
          event: name, isAdded: context.origin == .synthesized, state: context.state.rawValue,
          listeners: [listener]))
    }
  }

  private func note(_ anomaly: AppLifecycleAnomaly) {
    let reason: String? =
      switch anomaly {
      case .duplicate: "a repetition"
      case .unexpected(_, let state): "while \(state)"
      case .afterTermination: "after the end"
      default: nil
      }
    if let reason { steps[steps.count - 1].dropped = reason }
  }
}
