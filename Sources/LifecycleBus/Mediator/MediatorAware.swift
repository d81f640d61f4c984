/// A listener that is given the mediators it is attached to, directly or inside a group.
@MainActor
package protocol MediatorAware: AppLifecycleListener {
  /// The listener was attached, and no event or replay has reached it yet. Keep no strong reference
  /// to the mediator.
  func didAttach(to mediator: AppLifecycleMediator)
}
