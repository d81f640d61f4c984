// A terminal journal, made of this package's public parts: type a line, and it is kept.
import Foundation
import LifecycleBus
import Listeners

// A write that the system refuses is an error to report, not a reason to be killed.
signal(SIGXFSZ, SIG_IGN)
signal(SIGPIPE, SIG_IGN)

let screen = Screen()
let options: Options
do throws(Options.Mistake) {
  options = try Options(CommandLine.arguments.dropFirst())
} catch {
  if error.exitCode == 0 { screen.say(error.message) } else { screen.complain(error.message) }
  exit(error.exitCode)
}

let mediator = AppLifecycleMediator(policy: .lifecycle)
let source = ProcessSignalSource(
  mediator: mediator, configuration: .init(exitPolicy: .dieBySignal))
screen.terminal = { source.terminal }

let journal = Journal(path: options.path, screen: screen)
let input = LineInput()
let saver = StateSaver(
  file: URL(fileURLWithPath: options.path + ".state"), initial: JournalState())
let detector = TerminationDetector(file: URL(fileURLWithPath: options.path + ".last-run"))
let sessions = SessionTracker(.file(URL(fileURLWithPath: options.path + ".session")))
let recorder = FlightRecorder()

let startup = try StartupCommands {
  StartupAction("open the journal") { try journal.open() }
  StartupAction("count the opening", after: "open the journal") {
    saver.state.openings += 1
    saver.state.lastOpened = Date()
  }
  StartupAction("look back") {
    for problem in saver.restoration.problems { screen.complain("\(problem)") }
    if ![.clean, .firstLaunch].contains(detector.previousRun.ending) {
      screen.note("\(detector.previousRun)")
    }
  }
}
saver.snapshot = {
  saver.state.lineCount = journal.count
  return saver.state
}
saver.onSave = { if case .failure(let error) = $0, journal.isOpen { screen.complain("\(error)") } }
detector.onProblem = { if journal.isOpen { screen.complain("\($0)") } }

// What is attached first hears of the end last.
mediator.probe = recorder
mediator.attach(detector)
mediator.attach(
  Farewell(
    screen: screen, startup: startup, sessions: sessions, previousRun: detector.previousRun,
    recorder: recorder, timeline: URL(fileURLWithPath: options.path + ".timeline.svg")))
mediator.attach(EventPrinter(screen: screen, showsTimes: options.showsTimes))
mediator.attach(startup)
mediator.attach(sessions)
mediator.attach(saver)
mediator.attach(input)
mediator.attach(journal)

do {
  try source.start()
} catch {
  // Where there are no signals, the journal does without.
  screen.complain("\(error)")
  AppLifecycleScenario.coldLaunchWithScenes.play()
}
let exitCode = await journal.run(input.lines)
await source.end()
exit(exitCode)
