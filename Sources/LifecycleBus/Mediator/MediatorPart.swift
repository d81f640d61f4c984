/// A component that is built on a mediator and that the mediator does not name: holds, scenes.
///
/// A part is made when it is first needed, and lives as long as the mediator. All of it runs on the
/// main actor.
@MainActor
protocol MediatorPart: AnyObject {
  /// An event is about to be delivered to the listeners. The state has changed already.
  func willDeliver(_ context: AppLifecycleContext)
  /// The mediator was released, and its listeners are about to be released.
  func close()
}

extension MediatorPart {
  func willDeliver(_ context: AppLifecycleContext) {}
}

extension AppLifecycleMediator {
  /// The part of a type, if it has been made.
  func part<Part: MediatorPart>(_ type: Part.Type = Part.self) -> Part? {
    for part in dispatcher.parts {
      if let found = part as? Part { return found }
    }
    return nil
  }

  /// The part of a type, made by the closure if there is none yet.
  func part<Part: MediatorPart>(orMake make: (EventDispatcher) -> Part) -> Part {
    if let part: Part = part() { return part }
    let part = make(dispatcher)
    dispatcher.add(part)
    return part
  }
}
