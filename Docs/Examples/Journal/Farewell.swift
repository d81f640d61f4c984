import Foundation
import LifecycleBus
import Listeners

/// Says at the end how it went: the launch, the session, the run before, and where the picture of
/// it all is.
final class Farewell: AppLifecycleListener {
  private let screen: Screen
  private let startup: StartupCommands
  private let previousRun: PreviousRun?
  private let recorder: FlightRecorder
  private let timeline: URL?
  private var session: SessionTracker.Session?

  init(
    screen: Screen, startup: StartupCommands, sessions: SessionTracker?,
    previousRun: PreviousRun?, recorder: FlightRecorder, timeline: URL?
  ) {
    self.screen = screen
    self.startup = startup
    self.previousRun = previousRun
    self.recorder = recorder
    self.timeline = timeline
    sessions?.onChange = { [weak self] change in
      if case .ended(let session) = change {
        self?.session = session
      }
    }
  }

  func onAppWillTerminate() {
    // Taken first: what follows isn't the journal's work any more.
    let recording = recorder.recording

    screen.note("the launch:")
    screen.note(startup.report.description)
    if let session {
      let seconds = session.timeInForeground.formatted(
        .units(allowed: [.minutes, .seconds], fractionalPart: .show(length: 1)))
      screen.note("the session: \(seconds) in front")
    }
    if let previousRun {
      screen.note("the run before: \(previousRun)")
    }

    if let timeline {
      draw(recording, to: timeline)
    }
  }

  private func draw(_ recording: FlightRecording, to timeline: URL) {
    do {
      let picture = recording.picture(title: "Journal")
      try picture.write(to: timeline, atomically: true, encoding: .utf8)
      // The umask may let others read it.
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: timeline.path)
      screen.note("the timeline of this run: \(timeline.path)")
    } catch {
      screen.complain("The timeline was not written. \(error)")
    }
  }
}
