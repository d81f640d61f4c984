import Foundation
import LifecycleBus
import Listeners

/// Eight tasks of an app, with the module. The table on the page "Which listener" counts the lines
/// between the marks; `TasksTests` compares.
@MainActor
enum TasksWithTheModule {
  static func save(_ mediator: AppLifecycleMediator, _ file: URL) {
    // task: save soon after a change
    let saver = StateSaver(file: file, initial: TaskNotes())
    mediator.attach(saver)
    saver.state.lines.append("one")
    saver.saveSoon()
    // end
  }

  static func restore(_ file: URL) -> TaskNotes {
    // task: restore at the launch
    let notes = StateSaver(file: file, initial: TaskNotes()).state
    // end
    return notes
  }

  static func sessions(_ mediator: AppLifecycleMediator, _ report: @escaping (String) -> Void) {
    // task: sessions with a time-out of 30 minutes
    let sessions = SessionTracker(timeout: .seconds(1_800))
    sessions.onChange = { report("\($0)") }
    mediator.attach(sessions)
    // end
  }

  static func crashes(_ mediator: AppLifecycleMediator, _ file: URL, _ count: (Bool) -> Void) {
    // task: crash-free rate
    let detector = TerminationDetector(file: file)
    mediator.attach(detector)
    count(detector.previousRun.ending.mayBeCrash)
    // end
  }

  static func launch(_ mediator: AppLifecycleMediator) throws {
    // task: report of the launch
    let startup = try StartupCommands {
      StartupCommand("open database") { try openDatabase() }
      StartupCommand("warm cache") { try warmCache() }
    }
    startup.onCompletion = { print($0) }
    mediator.attach(startup)
    // end
  }

  static func foreground(_ mediator: AppLifecycleMediator) {
    // task: cancel in the background
    mediator.attach(ForegroundTask { try await synchronize() }, replay: .state)
    // end
  }

  static func background(_ mediator: AppLifecycleMediator) {
    // task: work in the background
    mediator.attach(BackgroundWork("upload") { try await synchronize() })
    // end
  }

  static func refresh(_ mediator: AppLifecycleMediator) {
    // task: refresh on return
    mediator.attach(
      ReturnAction(atMostEvery: .seconds(300)) { _ in Task { try await synchronize() } })
    // end
  }
}

struct TaskNotes: Codable, Sendable { var lines: [String] = [] }

@MainActor func openDatabase() throws {}
@MainActor func warmCache() throws {}
@MainActor func synchronize() async throws {}
