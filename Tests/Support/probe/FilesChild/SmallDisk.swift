import Foundation
import LifecycleBus
import Listeners

/// Fills a small disk, and says what was saved and what was refused. For the test on a real file
/// system.
@MainActor
func fillDisk(_ folder: URL) async throws {
  let file = folder.appending(path: "text.state")
  let saver = StateSaver(file: file, initial: "")
  func save(_ length: Int) {
    saver.state = String(repeating: "x", count: length)
    do {
      try saver.saveAndWait()
      say("saved \(length)")
    } catch {
      say("refused \(length) \(error.code.rawValue)")
    }
  }
  // Three copies exist for a moment: the previous, the present and the new one.
  for length in [10_000, 15_000, 40_000, 50_000, 100] { save(length) }
  say("read \(StateSaver(file: file, initial: "").state.count)")

  // Larger than the whole disk.
  let flight = folder.appending(path: "flight")
  say("flight \(FlightRecorder(file: flight).problem?.code.rawValue ?? "begun")")
  say("left \(FileManager.default.fileExists(atPath: flight.path))")

  // Not one block is left.
  let filler = folder.appending(path: "filler")
  try Data().write(to: filler)
  let handle = try FileHandle(forWritingTo: filler)
  for size in [4_096, 1] {
    while (try? handle.write(contentsOf: Data(repeating: 0, count: size))) != nil {}
  }
  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(policy: .lifecycle, notificationCenter: center)
  let recorder = FlightRecorder()
  mediator.probe = recorder
  let detector = TerminationDetector(file: folder.appending(path: "last-run"))
  detector.onProblem = { say("detector \($0.code.rawValue)") }
  mediator.attach(detector)
  mediator.attach(SessionTracker(.file(folder.appending(path: "session"))))
  for event in AppLifecycleScenario.coldLaunchWithScenes.events { center.post(event) }
  center.post(.didEnterBackground)
  await mediator.waitForHolds(upTo: .seconds(20))
  func write() {
    do {
      try recorder.recording.write({ $0.timeline() }, to: folder.appending(path: "flight.svg"))
      say("recording written")
    } catch {
      say("recording \(error.code.rawValue)")
    }
  }
  write()
  save(200)
  say("read \(StateSaver(file: file, initial: "").state.count)")

  try FileManager.default.removeItem(at: filler)
  try handle.close()
  write()
  save(300)
  say("read \(StateSaver(file: file, initial: "").state.count)")
  center.post(.willTerminate)
  await mediator.waitForHolds(upTo: .seconds(20))
  let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  say("files \(names.joined(separator: " "))")
  withExtendedLifetime(mediator) {}
}
