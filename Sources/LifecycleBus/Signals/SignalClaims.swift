#if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Bionic) || canImport(Darwin)
  import Foundation
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #elseif canImport(Bionic)
    import Bionic
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// The signals that one source has, and their former actions.
  struct SignalClaims {
    /// In ascending order of their numbers.
    let signals: [ProcessSignal]
    private var former: [ProcessSignal: sigaction] = [:]

    /// Takes these signals, unless a source in this process has one of them.
    init(_ signals: Set<ProcessSignal>) throws(ProcessSignalError) {
      self.signals = signals.sorted { $0.rawValue < $1.rawValue }
      if let taken = Self.owned.take(self.signals) {
        throw ProcessSignalError(code: .alreadyOwned, signal: taken)
      }
    }

    /// Has the signals relayed from now on. If the system refuses one, all are as before.
    mutating func install() throws(ProcessSignalError) {
      for signal in signals {
        do throws(ProcessSignalError) {
          former[signal] = try SignalSystem.relay(signal)
        } catch {
          giveBack()
          throw error
        }
      }
    }

    /// Restores the former actions, except on a signal for which other code has installed a handler
    /// meanwhile.
    func giveBack() {
      for (signal, action) in former where SignalSystem.isRelayed(signal) {
        SignalSystem.restore(action, on: signal)
      }
      Self.owned.give(signals)
    }

    private static let owned = OwnedSignals()
  }

  /// Which signals some source in this process has.
  private final class OwnedSignals: @unchecked Sendable {
    // Proof for @unchecked: the set is read and written under `lock` only.
    private let lock = NSLock()
    private var signals: Set<ProcessSignal> = []

    /// Takes all of them or none; returns the first that is taken already.
    func take(_ wanted: [ProcessSignal]) -> ProcessSignal? {
      lock.withLock {
        if let taken = wanted.first(where: signals.contains) { return taken }
        signals.formUnion(wanted)
        return nil
      }
    }

    func give(_ signals: [ProcessSignal]) {
      lock.withLock { self.signals.subtract(signals) }
    }
  }
#endif
