// A terminal journal, made of this package's public parts: type a line, and it is kept.
import LifecycleBus
import LifecycleBusSignals

let screen = Screen()

let mediator = AppLifecycleMediator(policy: .lifecycle.mirrored)
let source = ProcessSignalSource(mediator: mediator)

mediator.attach(EventPrinter(screen: screen))

do {
  try source.start()
} catch {
  // Where there are no signals, the journal does without.
  screen.complain("\(error)")
  AppLifecycleScenario.coldLaunchWithScenes.play()
}
await source.end(.now)
