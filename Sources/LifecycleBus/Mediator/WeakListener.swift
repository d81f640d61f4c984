/// Holds an object weakly in a store, and passes each event on to it while it lives.
final class WeakListener: AppLifecycleListener {
  private(set) weak var object: (any AppLifecycleListener & AnyObject)?
  /// Set once the object is to be kept after all.
  private var kept: (any AppLifecycleListener & AnyObject)?
  /// Lives as long as the slot that holds this object.
  private unowned let attachment: AppLifecycleAttachment

  init(_ object: any AppLifecycleListener & AnyObject, attachment: AppLifecycleAttachment) {
    self.object = object
    self.attachment = attachment
  }

  func keep() { kept = object }

  func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    if let object { object.receive(event, context: context) } else { attachment.detach() }
  }
}
