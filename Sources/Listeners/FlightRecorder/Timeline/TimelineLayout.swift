import LifecycleBus

/// Where everything in a timeline goes: a pure value that knows no SVG.
struct TimelineLayout {
  /// A state, from one x to another.
  struct Band {
    let state: AppLifecycleState
    let x: Double
    let width: Double
    /// Centered on `labelX`; `nil` where there is no room.
    var label: String?
    var labelX = 0.0
    let tooltip: String
  }

  /// An event.
  struct Mark {
    enum Shape { case event, synthesized, condition }
    let x: Double
    let shape: Shape
    let isLate: Bool
    /// The number that leads to its bar.
    var badge: Int?
    /// How far the badge moves down, so that it does not lie on another.
    var badgeShift = 0.0
    let tooltip: String
  }

  /// The name of an event, on a pole above its mark.
  struct Flag {
    let x: Double
    let row: Int
    let text: String
    let isLate: Bool
  }

  /// A time below the bands.
  struct Tick {
    let x: Double
    let text: String
  }

  static let margin = 24.0
  static let flagSize = 12.0
  static let labelSize = 12.0
  static let tickSize = 11.0
  /// Marks are at least so far apart, where there is room.
  static let spacing = 17.0

  let width: Double
  let plotWidth: Double
  var bands: [Band] = []
  var marks: [Mark] = []
  var flags: [Flag] = []
  var flagRows = 0
  var ticks: [Tick] = []
  /// Where a shortened time is cut.
  var cuts: [Double] = []
  var bars = TimelineBars()
  /// Whether every event has room for a mark of its own.
  private(set) var isDense = false

  init(_ recording: FlightRecording, width: Double, slowestCount: Int) {
    self.width = width
    let events = recording.events.filter { $0.origin != .replayed }.sorted { $0.start < $1.start }
    bars = TimelineBars(recording, limit: slowestCount)
    guard !events.isEmpty else {
      plotWidth = width - 2 * Self.margin
      return
    }

    let names = events.map { Self.name(of: $0, in: recording) }
    let lateness = events.map { recording.budget.overrun(of: $0) != nil }
    let widths = zip(names, lateness).map {
      TimelineText.width($0, size: Self.flagSize, isBold: $1) + 5
    }
    let total = width - 2 * Self.margin
    isDense = Double(events.count) * Self.spacing > total * 0.6
    let bands = recording.stateBands
    let endsThere = events.last?.state == .terminated
    let tail = endsThere ? 0 : min(max(total * 0.12, 40), 90)
    // The last labels need room to the right of their marks.
    let last = isDense ? widths.suffix(endsThere ? 1 : 0) : widths[...]
    let overhang = last.reversed().enumerated().map { $1 - Double($0) * Self.spacing }.max() ?? 0
    plotWidth = total - max(min(overhang, total * 0.3) - tail, 0)

    // One point for the start, one for each event, one for the end.
    let start = bands.first?.start ?? .zero
    var times = [start] + events.map(\.start)
    if !endsThere { times.append(max(recording.end, times[times.count - 1])) }
    let gaps = zip(times, times.dropFirst()).map { max(DurationText.seconds($1 - $0), 0) }
    var floors = gaps.map { _ in Self.spacing }
    floors[0] = gaps[0] > 0 ? 12 : 0
    if !endsThere { floors[floors.count - 1] = tail }
    let scale = TimelineScale(
      gaps: gaps, floors: floors, from: Self.margin, width: plotWidth)
    let positions = Array(scale.positions[1...].prefix(events.count))
    cuts = scale.isCut.indices.filter { scale.isCut[$0] }.map { scale.positions[$0 + 1] - 20 }
    placeBands(bands, events, positions, scale)
    placeMarks(events, positions, recording)
    placeFlags(events, positions, names, widths, recording)
    placeTicks(events, positions, recording)
  }

  private static func name(
    of recorded: FlightRecording.RecordedEvent, in recording: FlightRecording
  ) -> String {
    recording.budget.overrun(of: recorded) == nil
      ? recorded.event.rawValue : "\(recorded.event) \(DurationText.short(recorded.duration))"
  }

  // MARK: Parts

  private mutating func placeBands(
    _ bands: [FlightRecording.StateBand], _ events: [FlightRecording.RecordedEvent],
    _ positions: [Double],
    _ scale: TimelineScale
  ) {
    // A band begins where the event that led to it is: the events that change the state are as many
    // as the bands.
    var changes: [Double] = []
    var state = bands.first?.state
    for (recorded, x) in zip(events, positions) where recorded.state != state {
      state = recorded.state
      changes.append(x)
    }
    var edges = [scale.positions[0]] + changes
    // The first band has no length if the first event came at once, and is not in the list then.
    if edges.count > bands.count { edges.removeFirst() }
    edges.append(scale.positions[scale.positions.count - 1])
    for (index, band) in bands.enumerated() where index + 1 < edges.count {
      let (left, right) = (edges[index], edges[index + 1])
      let length = DurationText.short(band.end - band.start)
      var placed = Band(
        state: band.state, x: left, width: right - left, tooltip: "\(band.state), \(length)")
      label(&placed, length)
      self.bands.append(placed)
    }
  }

  /// Puts a band's label into the widest part of it that is not cut.
  private func label(_ band: inout Band, _ length: String) {
    let edges =
      [band.x] + cuts.filter { $0 > band.x && $0 < band.x + band.width } + [band.x + band.width]
    let parts = zip(edges, edges.dropFirst())
    guard let (left, right) = parts.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }) else { return }
    let texts = ["\(band.state) · \(length)", "\(band.state)"]
    band.label = texts.first {
      TimelineText.width($0, size: Self.labelSize) + 16 <= right - left
    }
    band.labelX = (left + right) / 2
  }

  private mutating func placeMarks(
    _ events: [FlightRecording.RecordedEvent], _ positions: [Double], _ recording: FlightRecording
  ) {
    var badges: [(x: Double, shift: Double)] = []
    for (recorded, x) in zip(events, positions) {
      var mark = Mark(
        x: x,
        shape: recorded.event.direction == .none
          ? .condition : recorded.origin == .synthesized ? .synthesized : .event,
        isLate: recording.budget.overrun(of: recorded) != nil,
        badge: bars.badges[recorded.number], tooltip: Self.tooltip(recorded))
      if mark.badge != nil {
        let near = badges.filter { abs($0.x - x) < 17 }
        mark.badgeShift = (near.map(\.shift).max() ?? -17) + 17
        badges.append((x, mark.badgeShift))
      }
      marks.append(mark)
    }
  }

  private static func tooltip(_ recorded: FlightRecording.RecordedEvent) -> String {
    let slowest = recorded.calls.sorted { $0.duration > $1.duration }.prefix(3)
      .map { "\($0.listener) \(DurationText.short($0.duration))" }
    let origin = recorded.origin == .posted ? "" : " (\(recorded.origin))"
    let list = slowest.isEmpty ? "" : ": " + slowest.joined(separator: ", ")
    return "\(recorded.event)\(origin) at \(DurationText.short(recorded.start)), "
      + "took \(DurationText.short(recorded.duration))\(list)"
  }

  private mutating func placeFlags(
    _ events: [FlightRecording.RecordedEvent], _ positions: [Double], _ names: [String],
    _ widths: [Double], _ recording: FlightRecording
  ) {
    let candidates = events.indices.map { index in
      TimelineFlags.Candidate(
        index: index, x: positions[index], width: widths[index],
        importance: marks[index].badge != nil ? 0 : Self.importance(of: events[index].event))
    }
    .filter { $0.x + $0.width <= width - 8 && (!isDense || $0.importance < 2) }
    let placed = TimelineFlags(candidates, rowCount: 8)
    flagRows = placed.rowCount
    flags = placed.rows.sorted { $0.key < $1.key }.map { index, row in
      Flag(x: positions[index], row: row, text: names[index], isLate: marks[index].isLate)
    }
  }

  private static func importance(of event: AppLifecycleEvent) -> Int {
    switch event {
    case .didFinishLaunching, .willTerminate: 1
    case .didEnterBackground, .willEnterForeground: 2
    case .didBecomeActive, .willResignActive: 3
    default: 4
    }
  }

  private mutating func placeTicks(
    _ events: [FlightRecording.RecordedEvent], _ positions: [Double], _ recording: FlightRecording
  ) {
    var candidates = zip(events, positions).map {
      Tick(x: $1, text: DurationText.short($0.start))
    }
    if let last = bands.last, last.state != .terminated {
      candidates.append(Tick(x: last.x + last.width, text: DurationText.short(recording.end)))
    }
    func halfWidth(_ tick: Tick) -> Double {
      TimelineText.width(tick.text, size: Self.tickSize) / 2 + 6
    }
    guard let last = candidates.last else { return }
    var taken = -Double.infinity
    for tick in candidates.dropLast()
    where tick.text != ticks.last?.text && tick.text != last.text
      && tick.x - halfWidth(tick) >= taken
      && tick.x + halfWidth(tick) <= last.x - halfWidth(last)
    {
      ticks.append(tick)
      taken = tick.x + halfWidth(tick)
    }
    ticks.append(last)
  }
}
