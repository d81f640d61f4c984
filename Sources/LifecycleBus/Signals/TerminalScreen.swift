#if canImport(Glibc) || canImport(Musl) || canImport(Android) || canImport(Bionic) || canImport(Darwin)
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

  /// The terminal of the process, and the modes that it had at the start.
  struct TerminalScreen {
    private let descriptor: Int32
    /// `nil` where the process started in the background, with the modes of another program.
    private let modes: termios?
    private let reset: String
    /// Whether it had job control at the start.
    private let hasJobs: Bool

    /// The first terminal among standard input, output and error; `nil` without one.
    ///
    /// - Parameter reset: What is written to the terminal before its modes are put back.
    init?(reset: String) {
      guard let descriptor = (0...2).first(where: SignalSystem.isTerminal) else { return nil }
      self.descriptor = descriptor
      self.reset = reset
      hasJobs = SignalSystem.hasJobs(descriptor)
      var modes = termios()
      let isKnown =
        SignalSystem.standing(at: descriptor, hadJobs: hasJobs) == .foreground
        && tcgetattr(descriptor, &modes) == 0
      self.modes = isKnown ? modes : nil
    }

    /// Whether the process may use the terminal now.
    var standing: ProcessSignalSource.Terminal {
      SignalSystem.standing(at: descriptor, hadJobs: hasJobs)
    }

    /// Puts the modes back that the terminal had at the start, if the process is in front. On the
    /// dispatcher's thread, which blocks SIGTTOU, so that this cannot stop the process.
    func putBack() {
      guard standing == .foreground, var modes else { return }
      var text = reset
      text.withUTF8 { SignalSystem.writeBytes(descriptor, $0) }
      _ = tcsetattr(descriptor, TCSANOW, &modes)
    }
  }
#endif
