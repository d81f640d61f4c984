// One import is enough: these delegates inherit the others, which own a mediator.
@_exported public import LifecycleBus
@_exported public import LifecycleBusDelegates
