import LifecycleBus

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
