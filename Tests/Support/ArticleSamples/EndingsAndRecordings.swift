import Foundation
import LifecycleBus
import LifecycleBusDelegates
import Listeners

/// The samples of the page "Endings and recordings".
@MainActor
func endingsAndRecordings() throws {
  try detectTheEnding()
  try playARecordingBack()
}

@MainActor
private func detectTheEnding() throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  let center = NotificationCenter()

  let detector = TerminationDetector(file: folder.appending(path: "last-run"))
  let mediator = AppLifecycleMediator(
    listeners: [detector], policy: .lifecycle, notificationCenter: center)
  print(detector.previousRun)
  AppLifecycleScenario.coldLaunchWithScenes.play(on: center)
  print(detector.record.state, detector.record.wasInForeground)
  center.post(.willTerminate)
  print(mediator.state, detector.record.state)
  try FileManager.default.removeItem(at: folder)
}

@MainActor
private func playARecordingBack() throws {
  final class Inbox: AppLifecycleListener {
    private(set) var fetches = 0

    func onAppDidBecomeActive() { fetches += 1 }
  }

  // On the user's device:
  let recorder = FlightRecorder()
  let center = NotificationCenter()
  let mediator = AppLifecycleMediator(
    listeners: [Inbox()], policy: .lifecycle, notificationCenter: center)
  mediator.probe = recorder
  center.post(.didFinishLaunching)
  center.post(.didBecomeActive)
  center.post(.willTerminate)
  let report = recorder.recording.jsonLines

  // In a test of yours:
  let recording = FlightRecording(jsonLines: report)
  for recorded in recording.events { print("\(recorded.event), \(recorded.origin)") }
  let inbox = Inbox()
  let here = NotificationCenter()
  let replayed = AppLifecycleMediator(
    listeners: [inbox], policy: .lifecycle, notificationCenter: here)
  AppLifecycleScenario(recording).play(on: here)
  print("fetches: \(inbox.fetches), the app is \(replayed.state)")
}
