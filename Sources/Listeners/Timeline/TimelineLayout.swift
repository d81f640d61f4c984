import LifecycleBus

/// The positions of everything in a timeline's plot, without SVG.
struct TimelineLayout {
  struct Band {
    let state: AppLifecycleState
    let x: Double
    let width: Double
    /// `nil` where there is no room.
    let label: String?
    let tooltip: String
  }

  static let margin = 24.0
  /// The least width of a band.
  static let sliver = 2.0

  let width: Double
  private(set) var bands: [Band] = []
  private(set) var clusters: [TimelineCluster] = []
  private(set) var positions: [Double] = []
  private(set) var lateness: [Bool] = []
  /// The names of events, on poles above their marks.
  private(set) var flags: [TimelineFlags.Flag] = []
  private(set) var ticks: [TimelineTicks.Tick] = []
  private(set) var bars = TimelineBars()
  private(set) var plotEnd = 0.0

  init(_ recording: FlightRecording, width: Double) {
    self.width = width
    let events = recording.events.filter { $0.origin != .replayed }.sorted { $0.start < $1.start }
    lateness = events.map(\.isLate)
    let stateBands = recording.stateBands
    guard let last = events.last, let first = stateBands.first else {
      bars = TimelineBars(recording, marks: [:])
      return
    }
    // The end is a block behind the last event.
    let block = last.state == .terminated ? 8.0 : 0
    let end = last.state == .terminated ? last.start : max(recording.end, last.start)
    let scale = TimelineScale(
      DurationText.seconds(first.start), DurationText.seconds(end), from: Self.margin,
      width: width - 2 * Self.margin - block)
    positions = events.map { scale.position($0.start) }
    plotEnd = scale.position(scale.end) + block
    bands = stateBands.map { Self.band($0, scale) }
    placeClusters(events, recording)
    placeFlags(events)
    ticks = TimelineTicks(scale, bounds: Self.margin / 2...width - Self.margin / 2).ticks
  }

  private static func band(_ band: FlightRecording.StateBand, _ scale: TimelineScale) -> Band {
    let (left, right) = (scale.position(band.start), scale.position(band.end))
    let length = DurationText.short(band.end - band.start)
    let isLabeled = band.state != .terminated && band.state != .notRunning
    let texts = isLabeled ? ["\(band.state.rawValue) · \(length)", band.state.rawValue] : []
    return Band(
      state: band.state, x: left, width: max(right - left, 0),
      label: texts.first { TimelineText.width($0) + 18 <= right - left },
      tooltip: "\(band.state.rawValue), \(length)")
  }

  private mutating func placeClusters(
    _ events: [FlightRecording.RecordedEvent], _ recording: FlightRecording
  ) {
    clusters = TimelineCluster.group(positions)
    var marks: [Int: Int] = [:]
    for (place, cluster) in clusters.enumerated() {
      for index in cluster.events { marks[events[index].number] = place }
    }
    bars = TimelineBars(recording, marks: marks)
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

  /// One name a mark: its slowest late event, or its most important one.
  private mutating func placeFlags(_ events: [FlightRecording.RecordedEvent]) {
    // Of late events of one name, the slowest says so; the marks of the others are red.
    var slowestLate: [AppLifecycleEvent: Int] = [:]
    for (index, recorded) in events.enumerated() where lateness[index] {
      let last = slowestLate[recorded.event]
      if last.map({ events[$0].duration < recorded.duration }) ?? true {
        slowestLate[recorded.event] = index
      }
    }
    let names = clusters.compactMap { cluster -> TimelineFlags.Flag? in
      let late = cluster.events.filter { lateness[$0] }
      let slowest = late.max { events[$0].duration < events[$1].duration }
      let key = cluster.events.min {
        TimelineCluster.importance(of: events[$0].event)
          < TimelineCluster.importance(of: events[$1].event)
      }
      guard let named = (slowest ?? key).map({ events[$0] }),
        slowest == nil || late.contains(where: { slowestLate[events[$0].event] == $0 })
      else { return nil }
      let length = slowest == nil ? "" : " \(DurationText.short(named.duration))"
      let others = cluster.events.count - 1
      let text = named.event.rawValue + length + (others > 0 ? " and \(others) more" : "")
      return .init(
        x: cluster.x, text: text, isLate: slowest != nil,
        importance: slowest != nil ? 0 : TimelineCluster.importance(of: named.event),
        width: TimelineText.width(text, isBold: slowest != nil) + 5)
    }
    // Where there are many marks, only the important ones have names.
    let isDense = Double(clusters.count) * TimelineCluster.spacing > (width - 2 * Self.margin) * 0.6
    let shown = names.filter { !isDense || $0.importance < 2 }
    flags = TimelineFlags(shown, rowCount: 6, right: width - 8).flags
  }
}

/// Events that are too close to be drawn apart, as one mark.
struct TimelineCluster {
  enum Shape { case event, synthesized, condition }

  let x: Double
  var events: [Int]
  var shape = Shape.event
  var isLate = false
  /// The number that leads to its bars.
  var badge: Int?
  var tooltip = ""

  /// The least distance between two marks, for them and their numbers.
  static let spacing = 18.0

  /// Groups events at ascending positions, each as wide as one mark.
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

  /// How important an event is to a reader; smaller is more.
  static func importance(of event: AppLifecycleEvent) -> Int {
    switch event {
    case .didFinishLaunching, .willTerminate: 1
    case .didEnterBackground, .willEnterForeground: 2
    case .didBecomeActive, .willResignActive: 3
    default: 4
    }
  }
}
