import LifecycleBus
import Listeners

/// The positions of everything in a timeline's plot: a pure value that knows no SVG.
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

  static let margin = 24.0
  /// A band is at least so wide, so that a short state can be seen.
  static let sliver = 2.0

  let width: Double
  private(set) var bands: [Band] = []
  private(set) var clusters: [TimelineCluster] = []
  /// Where each event is, to scale.
  private(set) var positions: [Double] = []
  private(set) var lateness: [Bool] = []
  /// The names of events, on poles above their marks.
  private(set) var flags: [TimelineFlags.Flag] = []
  private(set) var ticks: [TimelineTicks.Tick] = []
  private(set) var breaks: [TimelineScale.Break] = []
  private(set) var bars = TimelineBars()
  /// Where the bands end.
  private(set) var plotEnd = 0.0

  init(_ recording: FlightRecording, width: Double) {
    self.width = width
    let events = recording.events.filter { $0.origin != .replayed }.sorted { $0.start < $1.start }
    lateness = events.map { recording.allowance.overrun(of: $0) != nil }
    let stateBands = recording.stateBands
    guard let last = events.last, let first = stateBands.first else {
      bars = TimelineBars(recording, badgeOf: [:])
      return
    }
    let seconds = DurationText.seconds
    let endsThere = last.state == .terminated
    // One time for the start, one for each event, one for the end.
    var times = [seconds(first.start)] + events.map { seconds($0.start) }
    times.append(endsThere ? times[times.count - 1] : max(seconds(recording.end), times.last ?? 0))
    let total = width - 2 * Self.margin
    let scale = TimelineScale(
      times: times, spans: Self.spans(stateBands, times), from: Self.margin,
      width: total - (endsThere ? 8 : 0))
    breaks = scale.breaks
    positions = events.map { scale.position(seconds($0.start)) }
    plotEnd = scale.position(scale.end) + (endsThere ? 8 : 0)
    placeBands(stateBands, scale)
    placeClusters(events, recording)
    placeFlags(events)
    let resumed = breaks.compactMap { shortened in
      zip(positions, times.dropFirst()).first { $0.0 >= shortened.x + TimelineScale.breakWidth }?.1
    }
    ticks =
      TimelineTicks(
        scale, start: times[0], resumed: resumed,
        bounds: Self.margin / 2...width - Self.margin / 2
      ).ticks
  }

  /// The gaps that each state of a second or more lasted: what a reader looks for. Transitions are
  /// over in no time, and are not looked for.
  private static func spans(
    _ bands: [FlightRecording.StateBand], _ times: [Double]
  ) -> [Range<Int>] {
    bands.compactMap { band in
      let (start, end) = (DurationText.seconds(band.start), DurationText.seconds(band.end))
      guard band.state == .active || band.state == .background, end - start >= 1 else { return nil }
      guard let from = times.firstIndex(where: { $0 >= start }),
        let to = times.firstIndex(where: { $0 >= end }), from < to
      else { return nil }
      return from..<to
    }
  }

  // MARK: Parts

  private mutating func placeBands(
    _ stateBands: [FlightRecording.StateBand], _ scale: TimelineScale
  ) {
    for band in stateBands {
      let left = scale.position(DurationText.seconds(band.start))
      let right = scale.position(DurationText.seconds(band.end))
      let length = DurationText.short(band.end - band.start)
      var placed = Band(
        state: band.state, x: left, width: max(right - left, 0),
        tooltip: "\(band.state.rawValue), \(length)")
      label(&placed, length)
      bands.append(placed)
    }
  }

  /// Puts a band's label into the widest part of it that has no break.
  private func label(_ band: inout Band, _ length: String) {
    if band.state == .terminated || band.state == .notRunning { return }
    var edges = [band.x]
    for shortened in breaks where shortened.x >= band.x && shortened.x < band.x + band.width {
      edges += [shortened.x, shortened.x + TimelineScale.breakWidth]
    }
    edges.append(band.x + band.width)
    let parts = stride(from: 0, to: edges.count - 1, by: 2).map { (edges[$0], edges[$0 + 1]) }
    guard let (left, right) = parts.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }) else { return }
    let texts = ["\(band.state.rawValue) · \(length)", band.state.rawValue]
    band.label = texts.first { TimelineText.width($0) + 18 <= right - left }
    band.labelX = (left + right) / 2
  }

  private mutating func placeClusters(
    _ events: [FlightRecording.RecordedEvent], _ recording: FlightRecording
  ) {
    clusters = TimelineCluster.group(positions)
    var clusterOf: [Int: Int] = [:]
    for (place, cluster) in clusters.enumerated() {
      for index in cluster.events { clusterOf[events[index].number] = place }
    }
    bars = TimelineBars(recording, badgeOf: clusterOf)
    for place in clusters.indices {
      let indices = clusters[place].events
      let members = indices.map { events[$0] }
      let isMoving = members.contains { $0.event.direction != .none }
      clusters[place].shape =
        !isMoving
        ? .condition : members.allSatisfy { $0.origin == .synthesized } ? .synthesized : .event
      clusters[place].isLate = indices.contains { lateness[$0] }
      clusters[place].badge = bars.badges[place]
      clusters[place].tooltip = members.map(Self.tooltip).joined(separator: "; ")
    }
  }

  private static func tooltip(_ recorded: FlightRecording.RecordedEvent) -> String {
    let slowest = recorded.calls.sorted { $0.duration > $1.duration }.prefix(3)
      .map { "\($0.listener) \(DurationText.short($0.duration))" }
    let origin = recorded.origin == .posted ? "" : " (\(recorded.origin.rawValue))"
    let list = slowest.isEmpty ? "" : ": " + slowest.joined(separator: ", ")
    return "\(recorded.event.rawValue)\(origin) at \(DurationText.short(recorded.start)), "
      + "took \(DurationText.short(recorded.duration))\(list)"
  }

  /// One name a mark: its most important event, and how many others there are. Late events have
  /// names of their own.
  private mutating func placeFlags(_ events: [FlightRecording.RecordedEvent]) {
    var names: [TimelineFlags.Flag] = []
    for cluster in clusters {
      let late = cluster.events.filter { lateness[$0] }
      let key = cluster.events.min {
        TimelineCluster.importance(of: events[$0].event)
          < TimelineCluster.importance(of: events[$1].event)
      }
      let named = late.isEmpty ? [key].compactMap { $0 } : Array(late.prefix(3))
      for (place, index) in named.enumerated() {
        let others = place == named.count - 1 ? cluster.events.count - named.count : 0
        let (event, isLate) = (events[index].event, lateness[index])
        let length = isLate ? " \(DurationText.short(events[index].duration))" : ""
        let text = event.rawValue + length + (others > 0 ? " +\(others)" : "")
        names.append(
          .init(
            index: names.count, x: cluster.x, text: text, isLate: isLate,
            importance: isLate ? 0 : TimelineCluster.importance(of: event),
            width: TimelineText.width(text, isBold: isLate) + 5))
      }
    }
    // Where there are many marks, only the important ones have names.
    let isDense = Double(clusters.count) * TimelineCluster.spacing > (width - 2 * Self.margin) * 0.6
    let shown = names.filter { !isDense || $0.importance < 2 }
    flags = TimelineFlags(shown, rowCount: 6, right: width - 8).flags
  }
}

/// Events that are too close to each other to be drawn apart, as one mark. A pure value.
struct TimelineCluster {
  enum Shape { case event, synthesized, condition }

  /// The place of the first event.
  let x: Double
  /// Indices of the events, in order.
  var events: [Int]
  var shape = Shape.event
  var isLate = false
  /// The number that leads to its bars.
  var badge: Int?
  var tooltip = ""

  /// The least distance between two marks: they touch neither each other nor each other's numbers.
  static let spacing = 18.0

  /// Groups events at ascending positions: each group is as wide as one mark.
  static func group(_ positions: [Double]) -> [Self] {
    var clusters: [Self] = []
    for (index, x) in positions.enumerated() {
      if let last = clusters.last, x - last.x < spacing {
        clusters[clusters.count - 1].events.append(index)
      } else {
        clusters.append(Self(x: x, events: [index]))
      }
    }
    return clusters
  }

  /// How much a reader wants to know of an event; smaller is more.
  static func importance(of event: AppLifecycleEvent) -> Int {
    switch event {
    case .didFinishLaunching, .willTerminate: 1
    case .didEnterBackground, .willEnterForeground: 2
    case .didBecomeActive, .willResignActive: 3
    default: 4
    }
  }
}
