// A filter: reads a number from each line, and writes its prime factors.
//
//   seq 1000000000000 1000000000010 | lines
//   echo 9223372036854775783 | lines         takes long; Ctrl-C ends it at once
import Foundation
import LifecycleBus
import LifecycleBusSignals
import Listeners

func complain(_ text: String) {
  try? FileHandle.standardError.write(contentsOf: Data("lines: \(text)\n".utf8))
}

func fail(_ error: any Error) -> Never {
  complain("\(error)")
  exit(1)
}

let input = LineInput()
let mediator = AppLifecycleMediator(listeners: [input], policy: .lifecycle)
if let folder = try? StateDirectory.url(for: "lines") {
  let detector = TerminationDetector(file: folder.appending(path: "last-run"))
  if detector.previousRun.ending == .inForeground { complain("\(detector.previousRun)") }
  mediator.attach(detector)
}
// A filter that was ended has not done its work; its status says so, after SIGTERM too.
let source = ProcessSignalSource(
  mediator: mediator, configuration: .init(exitPolicy: .dieBySignal))

let work = Task {
  for await line in input.lines {
    let text = try await factors(of: line)
    try FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8))
  }
}
mediator.on(.willTerminate) { _ in
  let hold = mediator.hold("the lines")
  work.cancel()
  Task {
    _ = await work.result
    hold.release()
  }
}
try source.start()
let result = await work.result
await source.end(.now)
// Not reached after a signal: neither Ctrl-C nor a reader that has gone is worth a complaint.
if case .failure(let error) = result { fail(error) }
if let error = input.failure { fail(error) }
