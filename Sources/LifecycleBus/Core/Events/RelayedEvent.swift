/// What a notification means to a mediator.
enum RelayedEvent: Equatable {
  case app(AppLifecycleEvent)
  case scene(AppSceneEvent)
}
