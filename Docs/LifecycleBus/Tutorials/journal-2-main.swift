// A terminal journal, made of this package's public parts: type a line, and it is kept.
import Foundation
import LifecycleBus
import LifecycleBusSignals

// A write that the system refuses is an error to report, not a reason to be killed.
signal(SIGXFSZ, SIG_IGN)
signal(SIGPIPE, SIG_IGN)

// Before any file is opened, which could take the place of a standard input that is closed.
let input = LineInput()

let screen = Screen()
let options: Options
do throws(Options.Mistake) {
  options = try Options(CommandLine.arguments.dropFirst())
} catch {
  if error.exitCode == 0 { screen.say(error.message) } else { screen.complain(error.message) }
  exit(error.exitCode)
}
screen.showsTimes = options.showsTimes

let file: JournalFile
do throws(JournalFileError) {
  file = try JournalFile(path: options.path)
} catch {
  screen.complain("\(error)")
  await Journal.giveBack(and: input.byteLines, on: screen)
  exit(1)
}

let mediator = AppLifecycleMediator(policy: .lifecycle.mirrored)
let source = ProcessSignalSource(mediator: mediator)
screen.terminal = { source.terminal }

let journal = Journal(file: file, screen: screen)

// The listener that is attached first is told of the end last.
mediator.attach(EventPrinter(screen: screen))
mediator.attach(input)
mediator.attach(journal)

do {
  try source.start()
} catch {
  // Where there are no signals, the journal does without.
  screen.complain("\(error)")
  AppLifecycleScenario.coldLaunchWithScenes.play()
}
let exitCode = await journal.run(input.byteLines)
await source.end(.now)
exit(exitCode)
