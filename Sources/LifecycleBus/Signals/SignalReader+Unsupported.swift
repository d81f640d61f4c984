#if !(canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Bionic) || canImport(Darwin))
  /// Where there are no POSIX signals, no reader can be made: starting a source throws.
  final class SignalReader: Sendable {
    init(
      _ configuration: ProcessSignalSource.Configuration, actions: Set<ProcessSignal> = [],
      owner: String, endsAtOnce: Bool = false,
      perform: @escaping @Sendable (SignalPlan.Action, SignalReader) -> Void
    ) throws(ProcessSignalError) {
      throw ProcessSignalError(code: .unsupported, signal: nil)
    }

    var signals: [ProcessSignal] { [] }
    var terminal: ProcessSignalSource.Terminal { .none }
    var startsInForeground: Bool { true }
    func instant(at time: Duration) -> ContinuousClock.Instant { .now }
    func send(_ input: SignalPlan.Input) {}
    func stop() {}
  }

  enum SignalSystem {
    static func die(of signal: ProcessSignal) -> Never {
      preconditionFailure("No source was started.")
    }
    static func exitInOrder(_ code: Int32) -> Never {
      preconditionFailure("No source was started.")
    }
    static func flushOutput() {}
    /// A thread's signal mask: none, in a type whose constants raise no warning.
    struct Mask {}
    static func unblockAll() -> Mask { Mask() }
    static func restoreMask(_ mask: Mask) {}
  }
#endif
