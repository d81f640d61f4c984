import Testing

@testable import LifecycleBus

@Suite("The picture of the states shows the transition table")
struct StatePictureTests {
  private struct States: Codable, Equatable {
    struct Place: Codable, Equatable {
      let name: String
      let state: String
      /// The event that leads there.
      let event: String?
    }

    struct Decision: Codable, Equatable {
      let place: String
      let event: String
      /// What the mediator adds before the event; nothing where it is dropped.
      let missing: [String]?
    }

    var places: [Place] = []
    var decisions: [Decision] = []
  }

  @Test("every place and every decision")
  func states() throws {
    let events = AppLifecycleEvent.allCases.filter { $0.direction != .none }
    var states = States()
    for position in AppLifecycleTransitions.Position.allCases {
      let entrance = events.first { AppLifecycleTransitions.Position(after: $0) == position }
      var table = AppLifecycleTransitions()
      if let entrance { table.advance(by: entrance) }
      #expect(table.position == position)
      states.places.append(
        .init(
          name: "\(position)", state: position.state.rawValue, event: entrance?.rawValue))
      for event in events {
        let missing: [String]? =
          switch table.decision(on: event) {
          case .relay(let missing): missing.map(\.rawValue)
          case .drop: nil
          }
        states.decisions.append(
          .init(place: "\(position)", event: event.rawValue, missing: missing))
      }
    }
    try PictureFacts.check("states", states)
  }
}
