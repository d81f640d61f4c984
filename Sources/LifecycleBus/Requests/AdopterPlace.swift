/// Where an adopter stands: in a mediator's seat, and inside which containers there.
@MainActor
struct AdopterPlace {
  let seat: ListenerSeat
  /// From the outermost container inwards.
  private(set) var path: [AppContainedListener] = []

  init(seat: ListenerSeat) { self.seat = seat }

  /// Whether the adopter still takes part: nothing between it and the mediator has been taken out.
  var isPresent: Bool { seat.isTaken && path.allSatisfy(\.isPresent) }

  /// The place of a listener inside the one that stands here.
  func entering(_ child: AppContainedListener) -> Self {
    var place = self
    place.path.append(child)
    return place
  }
}
