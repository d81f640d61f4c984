#if canImport(Android) || canImport(Bionic)
  #if canImport(Android)
    import Android
  #else
    import Bionic
  #endif

  /// Android's spelling of what the C libraries spell differently.
  extension SignalSystem {
    typealias Handler = @convention(c) (Int32) -> Void

    static func handler(of action: sigaction) -> Handler? {
      action.sa_handler
    }

    static func setHandler(_ handler: Handler?, of action: inout sigaction) {
      action.sa_handler = handler
    }
  }
#endif
