// One import is enough: a delegate class owns a mediator.
@_exported public import LifecycleBus
