import LifecycleBus
import LifecycleBusSignals

let mediator = AppLifecycleMediator(policy: .lifecycle)
mediator.on { context in print(context.event) }
let source = ProcessSignalSource(mediator: mediator)
try source.start()
await source.ended()
print("main goes on")
