/// The listeners of one priority, in the order in which they were attached.
///
/// Seats are given out at the end and vacated anywhere, both in constant time; vacant cells are
/// squeezed out when they are the majority. A plain value over memory that its table owns: reading
/// it retains nothing.
struct ListenerRow {
  let priority: Int
  /// Initialized from 0 to `count`, and reached through this one row of one table, which calls
  /// `free()` when it drops the row. That bounds every access below.
  private(set) var cells: UnsafeMutablePointer<ListenerCell>
  private(set) var count = 0
  private var vacancies = 0
  private var capacity = 4

  init(priority: Int) {
    self.priority = priority
    cells = .allocate(capacity: capacity)
  }

  func free() {
    cells.deinitialize(count: count)
    cells.deallocate()
  }

  /// Whether every cell is vacant.
  var isEmpty: Bool { vacancies == count }

  /// The seats that are taken, in order. Linear.
  var seats: [ListenerSeat] { (0..<count).compactMap { cells[$0].seat } }

  /// Seats a listener at the end. Moves the cells when it grows: never call it while a cell is
  /// being told of an event.
  mutating func append(_ listener: any AppLifecycleListener, seat: ListenerSeat) {
    if count == capacity { grow() }
    seat.index = count
    (cells + count).initialize(
      to: ListenerCell(listener: listener, seat: seat, occupancy: seat.isWeak ? .weak : .kept))
    count += 1
  }

  /// Puts a listener in its cell that was held weakly so far.
  func keep(_ listener: any AppLifecycleListener, at index: Int) {
    cells[index].listener = listener
    cells[index].occupancy = .kept
  }

  /// Marks a cell vacant. What it held stays alive until `clear(_:)`, because the call of it may be
  /// under way.
  mutating func vacate(_ index: Int) {
    cells[index].occupancy = .vacant
    vacancies += 1
  }

  /// Hands out what a vacant cell still holds, for the caller to let go of when the table is in
  /// order.
  func clear(_ index: Int) -> any AppLifecycleListener {
    let listener = cells[index].listener
    cells[index].listener = NoListener()
    cells[index].seat = nil
    return listener
  }

  /// Squeezes out the vacant cells if they are the majority: constant time for each removal, in the
  /// long run.
  mutating func compactIfWorthwhile() {
    guard vacancies > 16, vacancies * 2 > count else { return }
    var taken = 0
    for index in 0..<count {
      if cells[index].occupancy == .vacant {
        (cells + index).deinitialize(count: 1)
        continue
      }
      if taken != index { (cells + taken).moveInitialize(from: cells + index, count: 1) }
      cells[taken].seat?.index = taken
      taken += 1
    }
    count = taken
    vacancies = 0
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<ListenerCell>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: cells, count: count)
    cells.deallocate()
    cells = larger
    capacity *= 2
  }
}
