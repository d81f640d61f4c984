import LifecycleBus
import LifecycleBusSignals

let input = LineInput()
let mediator = AppLifecycleMediator(listeners: [input], policy: .lifecycle)
let source = ProcessSignalSource(mediator: mediator)
try source.start()
for await line in input.lines {
  print("you typed: \(line)")
}
await source.end()
print("the end")
