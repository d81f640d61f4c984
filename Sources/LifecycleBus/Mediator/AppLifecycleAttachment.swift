extension AppLifecycleMediator {
  /// A listener's place in a mediator.
  ///
  /// Events keep arriving until you call ``detach()``; dropping the attachment does not end it, so
  /// you may ignore the value that `attach` returns.
  ///
  /// ```swift
  /// let attachment = mediator.attach(cache)
  /// attachment.detach()  // the cache hears nothing more, not even the rest of the event being relayed
  /// ```
  ///
  /// You may detach from inside a callback of any listener. Detaching twice, or after the mediator
  /// is gone, does nothing. An attachment keeps neither the mediator nor a weakly attached listener
  /// alive.
  @MainActor
  public final class Attachment {
    let seat: ListenerSeat
    private weak var relay: Relay?

    init(seat: ListenerSeat, relay: Relay) {
      self.seat = seat
      self.relay = relay
    }

    /// Whether events still arrive: not detached, the listener not freed, the mediator not gone.
    public var isAttached: Bool {
      seat.isTaken && !seat.isAbandoned && relay?.isOpen == true
    }

    /// Ends the attachment. The listener is not called again.
    ///
    /// The mediator lets go of it at once, or at the end of the event that is being relayed.
    public func detach() {
      relay?.detach(seat)
    }
  }
}
