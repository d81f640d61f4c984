import Foundation
import LifecycleBus

// A write that the system refuses is an error to report, not a reason to be killed.
signal(SIGXFSZ, SIG_IGN)
signal(SIGPIPE, SIG_IGN)

let screen = Screen()
let mediator = AppLifecycleMediator(policy: .lifecycle) {
  EventPrinter(screen: screen)
}

// Nobody posts the life cycle of a terminal program, so it does that itself.
AppLifecycleScenario.coldLaunchWithScenes.play()
let path = CommandLine.arguments.dropFirst().first ?? JournalFile.defaultPath
let code = await Journal(path: path, screen: screen).run(linesOfStandardInput())
AppLifecycleScenario.terminatedInForeground.play()
exit(code)
