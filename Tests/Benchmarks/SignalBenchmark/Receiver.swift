#if os(Linux)
  import Dispatch
  import Glibc
  import LifecycleBus
  import LifecycleBusSignals

  /// A process that calls one listener on SIGTERM, and then exits with 0.
  @MainActor
  enum Receiver: String, CaseIterable {
    case source = "ProcessSignalSource"
    case byHand = "DispatchSource"

    private static let termination = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)

    nonisolated func run() -> Never {
      Task { @MainActor in
        switch self {
        case .source: try await Self.runSource()
        case .byHand: Self.resumeTermination()
        }
      }
      dispatchMain()
    }

    private static func runSource() async throws -> Never {
      let mediator = AppLifecycleMediator(policy: .balanced)
      mediator.on(.willTerminate) { _ in }

      try await ProcessSignalSource(mediator: mediator).run {
        report()
        while !Task.isCancelled {
          try? await Task.sleep(for: .seconds(60))
        }
      }
      exit(0)
    }

    private static func resumeTermination() {
      termination.setEventHandler { exit(0) }
      termination.setRegistrationHandler { report() }
      termination.resume()
    }

    /// Tells the one who measures that the signal may come.
    private static func report() { _ = write(1, "r", 1) }
  }
#endif
