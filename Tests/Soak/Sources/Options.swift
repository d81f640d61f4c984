#if os(Linux)
  /// What the soak was asked for.
  struct Options {
    static let usage = "usage: Tests/Soak/soak [--minutes M] [--output FILE] [--planted [KIND]]"

    private(set) var minutes = 30.0
    private(set) var output = ".build-soak/soak.json"
    /// The state of the sources, as the script sees it.
    private(set) var commit = "unknown"
    /// The runs: each with this fault, or without one.
    private(set) var planted: [PlantedFault?] = [nil]

    /// A million relays and ten thousand suspensions in half an hour, and as dense in another time.
    var relays: Int { Int(1_000_000 * minutes / 30) }
    var suspensions: Int { Int(10_000 * minutes / 30) }

    init?(_ arguments: [String]) {
      var minutes: Double?
      var words = arguments[...]
      while let word = words.popFirst() {
        switch word {
        case "--minutes":
          guard let number = words.popFirst().flatMap(Double.init), number > 0 else { return nil }
          minutes = number
        case "--output":
          guard let path = words.popFirst() else { return nil }
          output = path
        case "--commit":
          guard let name = words.popFirst() else { return nil }
          commit = name
        case "--planted":
          let kind = words.first.flatMap(PlantedFault.init)
          if kind != nil { words.removeFirst() }
          // A run of the same length without a fault comes first, and has to be well.
          planted = [nil] + (kind.map { [$0] } ?? PlantedFault.allCases)
          self.minutes = 1
        default: return nil
        }
      }
      self.minutes = minutes ?? self.minutes
    }
  }

  /// A fault that the soak has to find.
  enum PlantedFault: String, CaseIterable {
    /// An array of listeners that grows.
    case memory
    /// Files that are opened and not closed.
    case descriptors
    /// Threads that stay.
    case threads
    /// An event that one mediator does not get.
    case lost
    /// A Ctrl-Z of which a listener is not told all.
    case torn

    /// Whether a problem that the soak reports is this fault.
    func isMeant(by problem: String) -> Bool {
      switch self {
      case .memory, .descriptors, .threads: problem.hasPrefix("\(rawValue) grow")
      case .lost: problem.contains("posts")
      case .torn: problem.contains("whole suspensions")
      }
    }
  }
#endif
