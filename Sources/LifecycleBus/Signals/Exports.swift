// One import is enough: a source posts to a mediator.
@_exported public import LifecycleBus
