#if os(Linux)
  import Dispatch
  import Glibc
  import LifecycleBus
  import LifecycleBusSignals

  /// A program on a terminal, which is stopped and continued. Writes to descriptor 3 a number
  /// whenever it is active again: how many times it went all the way down and up, step by step.
  enum JobProgram {
    static func run() -> Never {
      Task { @MainActor in
        let mediator = AppLifecycleMediator(policy: .asPosted)
        let source = ProcessSignalSource(mediator: mediator)
        try source.start()
        let pair: [AppLifecycleEvent] = [
          .willResignActive, .didEnterBackground, .willEnterForeground, .didBecomeActive,
        ]
        var step = 0
        var pairs: Int64 = 0
        mediator.on { context in
          // One event too many, too few or out of turn, and the count never agrees again.
          step = context.event == pair[step] ? step + 1 : 0
          guard context.event == .didBecomeActive else { return }
          if step == pair.count { pairs += 1 }
          step = 0
          report(pairs)
        }
        report(0)
      }
      dispatchMain()
    }

    private static func report(_ number: Int64) {
      withUnsafeBytes(of: number) { _ = write(3, $0.baseAddress, $0.count) }
    }
  }
#endif
