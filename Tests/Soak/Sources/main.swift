// One process under load for half an hour: a million relays, and ten thousand times Ctrl-Z and `fg` on a terminal.
// Started by the script beside it, which says more.

#if os(Linux)
  import Foundation
  import TestSupport

  let arguments = Array(CommandLine.arguments.dropFirst())
  if arguments.first == "--worker" {
    guard let worker = Worker(arguments: Array(arguments.dropFirst())) else { exit(2) }
    Task { @MainActor in
      do {
        try await worker.run()
        exit(0)
      } catch {
        Worker.report("problem \(error)")
        exit(1)
      }
    }
    dispatchMain()
  }

  guard let options = Options(arguments) else {
    print(Options.usage)
    exit(2)
  }
  var isWell = true
  for planted in options.planted {
    let shepherd = Shepherd(options, planted: planted)
    await shepherd.run()
    isWell = try shepherd.conclude() && isWell
  }
  exit(isWell ? 0 : 1)
#else
  print("The soak reads the figures of a process where Linux shows them.")
#endif
