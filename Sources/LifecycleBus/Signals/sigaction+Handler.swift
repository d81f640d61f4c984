import Foundation

extension sigaction {
  typealias Handler = @convention(c) (Int32) -> Void

  /// What runs on the signal. Each C library has another name for the union that holds it.
  #if canImport(Darwin)
    var handler: Handler? {
      get { unsafe __sigaction_u.__sa_handler }
      set { unsafe __sigaction_u.__sa_handler = newValue }
    }
  #elseif canImport(Musl)
    var handler: Handler? {
      get { unsafe __sa_handler.sa_handler }
      set { unsafe __sa_handler.sa_handler = newValue }
    }
  #else
    var handler: Handler? {
      get { unsafe __sigaction_handler.sa_handler }
      set { unsafe __sigaction_handler.sa_handler = newValue }
    }
  #endif
}
