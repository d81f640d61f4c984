#if os(Linux)
  /// The figures of one moment.
  struct Sample: Codable {
    /// What the process did at that moment.
    enum Moment: String, Codable, CaseIterable {
      /// It relayed; it looked itself.
      case work
      /// It was stopped, all holds released; the shepherd looked.
      case stopped
    }

    let moment: Moment
    let minute: Double
    let memory: Int
    let descriptors: Int
    let threads: Int

    init(_ moment: Moment, after time: Duration, _ figures: ProcessFigures) {
      self.moment = moment
      minute = (time / .seconds(60) * 1000).rounded() / 1000
      memory = figures.memory
      descriptors = figures.descriptors
      threads = figures.threads
    }
  }

  /// What the worker has done.
  struct Totals: Codable, Equatable {
    var relays = 0
    var relaysOffTheMainActor = 0
    var suspensions = 0
    var listeners = 0
    var mediators = 0
    var streams = 0
    var scenes = 0
    var requests = 0
    var asynchronousRequests = 0
    var expiredRequests = 0
    var holds = 0
    var saves = 0
    var recordings = 0
  }
#endif
