#if os(Linux)
  /// What became of a planted fault.
  struct FaultOutcome {
    enum Kind: String {
      case caught
      /// The tests did not end in time.
      case timeLimit = "caught (time limit)"
      /// The process of the tests trapped, or was ended by a signal.
      case ended = "caught (the process ended)"
      case survived
      /// The package does not compile with the fault in it.
      case error

      var isCaught: Bool { self == .caught || self == .timeLimit || self == .ended }
    }

    let kind: Kind
    let seconds: Int
    /// The first test that failed, or what went wrong.
    let detail: String

    var summary: String {
      "\(kind.rawValue), \(seconds) s" + (detail.isEmpty ? "" : ", \(detail)")
    }

    /// Whether this is what the table says: caught, or survived with a reason.
    func isAccepted(for fault: PlantedFault) -> Bool {
      fault.reasonToSurvive == nil ? kind.isCaught : kind == .survived
    }
  }
#endif
