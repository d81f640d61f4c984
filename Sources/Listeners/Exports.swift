// One import is enough: whoever uses a ready-made listener uses the mediator, too.
@_exported public import LifecycleBus
