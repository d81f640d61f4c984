/// Who is told, and in which order: storage that knows neither notifications nor threads.
///
/// The table keeps its shape while its listeners are being told of an event. Whoever is inserted
/// meanwhile waits until the others have heard it; whoever is removed is skipped at once, and let
/// go of at the end.
final class ListenerTable {
  /// Called when a weakly held listener turns out to have been freed and has been removed.
  var onPrune: (ListenerSeat) -> Void = { _ in }
  /// By descending priority.
  private var rows: [ListenerRow] = []
  private var taken = 0
  private var weakSeats = 0
  private var isTelling = false
  /// Somebody came or went meanwhile: a plain flag, so that an uneventful relay opens no array at
  /// its end.
  private var hasChanged = false
  /// Everybody has been told of the event, and those who have left are being let go of: who arrives
  /// now is too late.
  private(set) var hasTold = false
  private var arrivals: [Arrival] = []
  private var seatedArrivals = 0
  private var departures: [ListenerSeat] = []

  private struct Arrival {
    var listener: any AppLifecycleListener
    let seat: ListenerSeat
    let joins: Bool
  }

  deinit {
    for row in rows { row.free() }
  }

  /// How many listeners take part. Constant time, unless some are held weakly: then all are looked
  /// at.
  var count: Int {
    guard weakSeats > 0 else { return taken }
    let seats = rows.flatMap(\.seats) + arrivals.map(\.seat).filter { $0.index == nil }
    return taken - seats.count(where: \.isAbandoned)
  }

  /// Who sits there: `nil` for one who has left, and for one held weakly who was freed.
  func listener(in seat: ListenerSeat) -> (any AppLifecycleListener)? {
    guard seat.isTaken else { return nil }
    if seat.isWeak { return seat.weakListener }
    guard let index = seat.index, let row = row(of: seat.priority) else {
      return arrivals.first { $0.seat === seat }?.listener
    }
    return rows[row].cells[index].listener
  }

  /// Seats a listener behind those of its priority.
  ///
  /// - Parameter joins: Whether a listener that is inserted while others are being told of an event
  ///   still hears that event, after all of them.
  func insert(_ listener: any AppLifecycleListener, seat: ListenerSeat, joins: Bool = false) {
    taken += 1
    if seat.isWeak { weakSeats += 1 }
    if isTelling {
      hasChanged = true
      arrivals.append(Arrival(listener: listener, seat: seat, joins: joins))
    } else {
      place(listener, seat)
    }
  }

  /// Keeps a listener from now on that has been held weakly, in the seat that it has.
  func keep(_ listener: any AppLifecycleListener, seat: ListenerSeat) {
    guard seat.isTaken, seat.isWeak else { return }
    seat.becomeKept()
    weakSeats -= 1
    if let index = seat.index, let row = row(of: seat.priority) {
      rows[row].keep(listener, at: index)
    } else if let waiting = arrivals.firstIndex(where: { $0.seat === seat }) {
      arrivals[waiting].listener = listener
    }
  }

  /// Takes a listener out, from inside a callback too. Doing it again does nothing.
  func remove(_ seat: ListenerSeat) {
    guard seat.isTaken else { return }
    seat.isTaken = false
    taken -= 1
    if seat.isWeak { weakSeats -= 1 }
    guard let index = seat.index, let row = row(of: seat.priority) else { return }
    rows[row].vacate(index)
    departures.append(seat)
    hasChanged = true
    if !isTelling { letGo() }
  }

  /// Takes everybody out. Never called while listeners are being told of an event.
  func removeAll() {
    let former = rows
    rows = []
    taken = 0
    weakSeats = 0
    for seat in former.flatMap(\.seats) {
      seat.isTaken = false
      seat.index = nil
    }
    for row in former { row.free() }
  }

  /// Tells every listener of an event, in place, in order or in the mirrored order.
  ///
  /// This is the hot path: no existential is copied, nothing is allocated, nothing is retained for
  /// a listener that is kept. Never called from inside itself: the relay runs each event to its
  /// end.
  @MainActor
  func tell(_ context: AppLifecycleContext) {
    let event = context.event
    forEachCell(mirrored: context.order == .mirrored) { cell in
      switch cell.pointee.occupancy {
      case .kept: cell.pointee.tell(event, context)
      case .weak: tellWeak(cell, context)
      case .vacant: break
      }
    }
  }

  /// Tells every listener of an event, and a probe of every call.
  @MainActor
  func tell(_ context: AppLifecycleContext, timedBy probe: any AppLifecycleProbe) {
    forEachCell(mirrored: context.order == .mirrored) { cell in
      guard let (listener, seat) = occupant(of: cell) else { return }
      seat.tell(listener, context, timedBy: probe)
    }
  }

  @MainActor @inline(never)
  private func tellWeak(_ cell: UnsafeMutablePointer<ListenerCell>, _ context: AppLifecycleContext)
  {
    guard let (listener, seat) = occupant(of: cell) else { return }
    seat.tell(listener, context)
  }

  /// Who is to be called; a weakly held listener that has been freed is removed instead.
  private func occupant(
    of cell: UnsafeMutablePointer<ListenerCell>
  ) -> (any AppLifecycleListener, ListenerSeat)? {
    guard let seat = cell.pointee.seat, seat.isTaken else { return nil }
    guard seat.isWeak else { return (cell.pointee.listener, seat) }
    guard let listener = seat.weakListener else {
      remove(seat)
      onPrune(seat)
      return nil
    }
    return (listener, seat)
  }

  @inline(__always)
  private func forEachCell(
    mirrored: Bool, _ body: (UnsafeMutablePointer<ListenerCell>) -> Void
  ) {
    isTelling = true
    let rowCount = rows.count
    for place in 0..<rowCount {
      let row = rows[mirrored ? rowCount - 1 - place : place]
      var cell = mirrored ? row.cells + (row.count - 1) : row.cells
      for _ in 0..<row.count {
        body(cell)
        cell += mirrored ? -1 : 1
      }
    }
    // Not handed to another function: a closure that may go elsewhere retains what it captures, at
    // every event.
    if hasChanged { while let cell = seatNextArrival() { body(cell) } }
    isTelling = false
    if hasChanged { letGoAfterTelling() }
  }

  @inline(never)
  private func letGoAfterTelling() {
    hasTold = true
    letGo()
    hasTold = false
  }

  /// Seats those who arrived meanwhile, up to the first who still hears this event; `nil` when all
  /// are seated.
  @inline(never)
  private func seatNextArrival() -> UnsafeMutablePointer<ListenerCell>? {
    while seatedArrivals < arrivals.count {
      let arrival = arrivals[seatedArrivals]
      seatedArrivals += 1
      guard arrival.seat.isTaken else { continue }
      // Nobody is inside a cell here, so the row may grow.
      let cell = place(arrival.listener, arrival.seat)
      if arrival.joins { return cell }
    }
    return nil
  }

  /// Lets go of those who have left. That may run anybody's `deinit`, which may come back here, so
  /// it happens at the very end, when every cell is cleared and every row is in order.
  @inline(never)
  private func letGo() {
    let (leaving, arrived) = (departures, arrivals)
    departures = []
    arrivals = []
    seatedArrivals = 0
    hasChanged = false
    var listeners: [any AppLifecycleListener] = []
    for seat in leaving {
      guard let index = seat.index, let row = row(of: seat.priority) else { continue }
      listeners.append(rows[row].clear(index))
      seat.index = nil
    }
    for seat in leaving {
      guard let row = row(of: seat.priority) else { continue }
      rows[row].compactIfWorthwhile()
      if rows[row].isEmpty { rows.remove(at: row).free() }
    }
    withExtendedLifetime((listeners, leaving, arrived)) {}
  }

  @discardableResult
  private func place(
    _ listener: any AppLifecycleListener, _ seat: ListenerSeat
  ) -> UnsafeMutablePointer<ListenerCell> {
    let row = insertionPoint(of: seat.priority)
    if row == rows.count || rows[row].priority != seat.priority {
      rows.insert(ListenerRow(priority: seat.priority), at: row)
    }
    rows[row].append(listener, seat: seat)
    return rows[row].cells + (rows[row].count - 1)
  }

  private func row(of priority: Int) -> Int? {
    let row = insertionPoint(of: priority)
    return row < rows.count && rows[row].priority == priority ? row : nil
  }

  /// The first row that is not of a higher priority, by binary search.
  private func insertionPoint(of priority: Int) -> Int {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].priority > priority { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
