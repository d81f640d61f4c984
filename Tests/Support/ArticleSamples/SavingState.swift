import Foundation
import LifecycleBus
import Listeners

/// The samples of the page "Saving state".
@MainActor
func savingState() async throws {
  struct Draft: Codable, Sendable { var text = "" }

  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  let file = folder.appending(path: "draft")
  let center = NotificationCenter()

  let first = StateSaver(file: file, initial: Draft())
  first.onSave = { print("saved: \($0)") }
  let mediator = AppLifecycleMediator(
    listeners: [first], policy: .lifecycle, notificationCenter: center)
  center.post(.didFinishLaunching)
  first.state.text = "Dear diary"
  try first.saveAndWait()
  first.state.text += ", it rains"
  center.post(.willTerminate)
  print(mediator.state)

  let second = StateSaver(file: file, initial: Draft())  // in the next run
  print("restored from \(second.restoration.source): \(second.state.text)")

  try Data("no state".utf8).write(to: file)
  let third = StateSaver(file: file, initial: Draft())
  print("restored from \(third.restoration.source): \(third.state.text)")
  for problem in third.restoration.problems {
    print("set aside as \(problem.code): \(problem.setAsidePath != nil)")
  }

  let history = LaunchHistory(file: folder.appending(path: "launches"), version: "1.1")
  history.onLaunch = { print($0.number, $0.isFirst, $0.isFirstOfVersion) }
  mediator.attach(history)

  try FileManager.default.removeItem(at: folder)
}

/// In an app, whose initializer cannot throw.
@MainActor
private func saverOfAnApp() -> StateSaver<String>? {
  let folder = try? StateDirectory.url()
  let saver = folder.map { StateSaver(file: $0.appending(path: "draft"), initial: "") }
  return saver
}

struct OldNotes: Codable { var text = "" }

struct Notes: Codable, Sendable { var lines: [String] = [] }

@MainActor
func migrateNotes(in file: URL) throws {
  let former = StateSaver(file: file, initial: OldNotes())
  former.state.text = "milk"
  try former.saveAndWait()

  let saver = StateSaver(file: file, initial: Notes(), version: 2) { payload, version in
    guard version == 1 else { return nil }
    return Notes(lines: [try payload.decode(OldNotes.self).text])
  }
  print(saver.state.lines, saver.restoration.source)
}
