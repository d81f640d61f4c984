import Foundation

// All children that tests start are this program, and the name by which it is started says which of
// them it is: `ChildProcess` makes a link of that name. So a script or a supervisor of a test starts
// one by its path, and the package has one program for all.

switch URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent {
case "DetectorChild":
  run(detectorChild)
case "FullScreenSample":
  run(fullScreenSample)
case "HostingProbe":
  hostingProbe()
case "JobShell":
  jobShell()
case "SaverChild":
  run(saverChild)
case "ServiceChild":
  run(serviceChild)
case "SignalProbe":
  SignalProbe.main()
case "ToolChild":
  run(toolChild)
#if os(Linux)
  case "DefaultChild":
    defaultChild()
#endif
default:
  preconditionFailure("\(CommandLine.arguments[0]) is no child of a test.")
}

/// Runs a child as the system runs an async `main`: in a task of the main actor, while the main
/// queue is served. `main` itself is not async, because some children serve that queue themselves.
func run(_ child: @escaping @MainActor () async throws -> Void) -> Never {
  Task { @MainActor in
    do {
      try await child()
    } catch {
      fatalError("\(error)")
    }
    exit(0)
  }
  dispatchMain()
}

/// Ends this process when its standard input does, as when the test that has started it crashed. For
/// children that otherwise run until they are killed.
func endWithInput() {
  Thread.detachNewThread {
    var byte: UInt8 = 0
    while read(0, &byte, 1) > 0 {
      // Nobody says anything that counts.
    }
    _exit(1)
  }
}

/// Unbuffered, also where the output is a pipe.
func say(_ line: String) {
  try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
}
