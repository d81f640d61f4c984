#if canImport(Musl)
  import Musl

  /// Musl's spelling of what the C libraries spell differently.
  extension SignalSystem {
    typealias Handler = @convention(c) (Int32) -> Void

    static func handler(of action: sigaction) -> Handler? {
      action.__sa_handler.sa_handler
    }

    static func setHandler(_ handler: Handler?, of action: inout sigaction) {
      action.__sa_handler.sa_handler = handler
    }
  }
#endif
