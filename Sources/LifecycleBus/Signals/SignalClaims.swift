import Foundation

/// The signals that one source has, and their former actions. Each signal has one source.
final class SignalClaims {
  /// In ascending order of their numbers. Any thread may read them.
  let signals: [ProcessSignal]
  /// Used on the main actor only, where sources start and stop.
  private var former: [ProcessSignal: sigaction] = [:]

  /// Claims these signals, unless another source in this process has claimed one of them.
  init(_ signals: Set<ProcessSignal>, owner: String) throws(ProcessSignalError) {
    self.signals = signals.sorted { $0.rawValue < $1.rawValue }
    if let (signal, owner) = Self.owners.claim(self.signals, for: owner) {
      throw ProcessSignalError(code: .alreadyOwned, signal: signal, owner: owner)
    }
  }

  /// Has the handler take the signals from now on. If the system refuses one, all are as before
  /// and no longer claimed.
  func install() throws(ProcessSignalError) {
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
  func restore() {
    for (signal, action) in former where SignalSystem.isRelayed(signal) {
      SignalSystem.restore(action, on: signal)
    }
    former = [:]
  }

  /// Lets another source claim the signals.
  func release() { Self.owners.release(signals) }

  func giveBack() {
    restore()
    release()
  }

  private static let owners = SignalOwners()
}

/// Which signals are claimed in this process, and by which source.
private final class SignalOwners: @unchecked Sendable {
  // Proof for @unchecked: the dictionary is read and written under `lock` only.
  private let lock = NSLock()
  private var owners: [ProcessSignal: String] = [:]

  /// Claims all of them or none; returns the first that is claimed already, and its owner.
  func claim(_ wanted: [ProcessSignal], for owner: String) -> (ProcessSignal, String)? {
    lock.withLock {
      for signal in wanted {
        if let other = owners[signal] { return (signal, other) }
      }
      for signal in wanted { owners[signal] = owner }
      return nil
    }
  }

  func release(_ signals: [ProcessSignal]) {
    lock.withLock {
      for signal in signals { owners[signal] = nil }
    }
  }
}
