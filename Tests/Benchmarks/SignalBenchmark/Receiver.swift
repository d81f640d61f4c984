#if os(Linux)
  import Dispatch
  import Glibc
  import LifecycleBus
  import LifecycleBusSignals
  import UnixSignals

  /// A process that gets SIGUSR1 or SIGTERM, and writes to standard output when the first of its code
  /// on the main actor ran because of it.
  @MainActor
  enum Receiver {
    /// One that listens behind a mediator.
    nonisolated static func runBus() -> Never {
      Task { @MainActor in
        let mediator = AppLifecycleMediator(policy: .lifecycle)
        let source = ProcessSignalSource(mediator: mediator)
        source.on(.user1) { report(Time.now) }
        mediator.on(.willResignActive) { _ in report(Time.now) }
        try source.start()
        report(0)
      }
      dispatchMain()
    }

    /// One that reads swift-service-lifecycle's sequence of signals.
    nonisolated static func runSequence() -> Never {
      Task { @MainActor in
        let signals = await UnixSignalsSequence(trapping: .sigusr1, .sigterm)
        report(0)
        for await _ in signals { report(Time.now) }
      }
      dispatchMain()
    }

    private static func report(_ time: Int64) {
      withUnsafeBytes(of: time) { _ = write(1, $0.baseAddress, $0.count) }
    }
  }

  /// The clock that all processes of a machine share, in nanoseconds.
  enum Time {
    static var now: Int64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
  }
#endif
