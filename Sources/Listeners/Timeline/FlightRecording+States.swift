import LifecycleBus
import Listeners

extension FlightRecording {
  /// A time during which the state was the same.
  struct StateBand: Hashable {
    var state: AppLifecycleState
    var start: Duration
    var end: Duration
  }

  /// The states in order and without gaps: from the start of the recording, or from the first event
  /// if older ones were dropped.
  var stateBands: [StateBand] {
    let changes = events.filter { $0.origin != .replayed }.sorted { $0.start < $1.start }
    guard let first = changes.first else { return [] }
    var bands: [StateBand] = []
    let start = droppedCount == 0 ? min(.zero, first.start) : first.start
    var band = StateBand(state: first.previousState, start: start, end: start)
    for change in changes where change.state != band.state {
      band.end = change.start
      // The time before a first event that came at once is no band; one between two events of a
      // moment is.
      if !bands.isEmpty || band.end > band.start || change.number != first.number {
        bands.append(band)
      }
      band = StateBand(state: change.state, start: change.start, end: change.start)
    }
    band.end = max(end, band.start)
    bands.append(band)
    return bands
  }
}
