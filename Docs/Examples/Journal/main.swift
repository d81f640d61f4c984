// A terminal journal, made of this package's public parts: type a line, and it is saved.
import Foundation
import LifecycleBus
import LifecycleBusSignals
import Listeners

// A write that the system refuses is an error to report, not a reason to be killed.
signal(SIGXFSZ, SIG_IGN)
signal(SIGPIPE, SIG_IGN)

let screen = Screen()
let options: Options
do throws(Options.Mistake) {
  options = try Options(CommandLine.arguments.dropFirst())
} catch {
  if error.exitCode == 0 {
    screen.say(error.message)
  } else {
    screen.complain(error.message)
  }
  exit(error.exitCode)
}
screen.showsTimes = options.showsTimes

let file: JournalFile
do throws(JournalFileError) {
  file = try JournalFile(path: options.path)
} catch {
  screen.complain("\(error)")
  await Journal.giveBack(on: screen)
  exit(1)
}

// What it remembers beside the lines; without a place for that it does without.
var folder: JournalFolder?
do {
  folder = try JournalFolder(for: options.path)
} catch {
  screen.complain("\(error)")
}

let mediator = AppLifecycleMediator(policy: .balanced.mirrored)
let source = ProcessSignalSource(mediator: mediator)

let journal = Journal(file: file, folder: folder?.url, screen: screen)
let saver = folder.map { StateSaver(file: $0.state, initial: JournalState()) }
let detector = folder.map { TerminationDetector(file: $0.lastRun) }
let sessions = folder.map { SessionTracker(file: $0.session) }
let recorder = FlightRecorder()

let startup = StartupCommands {
  StartupCommand("read the journal") { try journal.read() }
  StartupCommand("count the opening") {
    saver?.state.openings += 1
    saver?.state.lastOpened = Date()
  }
  StartupCommand("look back") {
    for case let problem? in [saver?.problem, detector?.problem] {
      screen.complain("\(problem)")
    }
    if let run = detector?.previousRun, ![.clean, .firstLaunch].contains(run.ending) {
      screen.note("\(run)")
    }
  }
}

saver?.snapshot = {
  var state = saver?.state ?? JournalState()
  state.lineCount = journal.count
  return state
}
saver?.onSave = { result in
  if case .failure(let error) = result {
    screen.complain("\(error)")
  }
}

// The listener that is attached first is told of the end last.
mediator.probe = recorder
if let detector {
  mediator.attach(detector)
}
mediator.attach(
  Farewell(
    screen: screen, startup: startup, sessions: sessions, previousRun: detector?.previousRun,
    recorder: recorder, timeline: folder?.timeline))
mediator.attach(EventPrinter(screen: screen))
mediator.attach(startup)
if let sessions {
  mediator.attach(sessions)
}
if let saver {
  mediator.attach(saver)
}
mediator.attach(journal)

var exitCode: Int32 = 0
do {
  try await source.run { exitCode = await journal.run() }
} catch {
  // Where there are no signals, the journal does without.
  screen.complain("\(error)")
  AppLifecycleScenario.coldLaunchWithScenes.play()
  exitCode = await journal.run()
  AppLifecycleScenario.terminatedInForeground.play()
}
exit(exitCode)
