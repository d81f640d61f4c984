#if os(Linux)
  import Foundation
  import LifecycleBus
  import Listeners
  import TestSupport

  /// The ready-made listeners, with their files.
  @MainActor
  final class Files: Load {
    private let bus: Bus
    private let folder: URL
    private let saver: StateSaver<Totals>
    private let recorder = FlightRecorder(capacity: 64)
    private var (saves, recordings, loggedLines, runs, foregroundRuns) = (0, 0, 0, 0, 0)

    init(_ bus: Bus, totals: @escaping @MainActor () -> Totals) throws {
      self.bus = bus
      folder = FileManager.default.temporaryDirectory.appending(path: "soak-\(getpid())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      saver = StateSaver(file: folder.appending(path: "totals.state"), initial: Totals())
      saver.snapshot = totals
      saver.onSave = { [unowned self] result in
        saves += 1
        if case .failure(let error) = result { bus.note("\(error)") }
      }
      bus.first.attach(saver)
      bus.first.probe = recorder
      let detector = TerminationDetector(file: folder.appending(path: "last-run"))
      detector.onProblem = { bus.note("\($0)") }
      bus.first.attach(detector)
      bus.first.attach(SessionTracker(.file(folder.appending(path: "session"))))
      bus.first.attach(
        ForegroundTask { [unowned self] in
          foregroundRuns += 1
          await waitUntilCancelled()
        })
      bus.first.attach(
        BackgroundWork("work") { [unowned self] in
          await Task.yield()
          runs += 1
        })
      bus.second.attach(EventLog(sink: { [unowned self] _ in loggedLines += 1 }))
    }

    /// Writes the recording, each time in another form.
    func act(_ random: inout SeededGenerator) {
      let texts: [(FlightRecording) -> String] = [
        { $0.table }, { $0.jsonLines }, { $0.trace }, { $0.timeline() },
      ]
      let text = texts[recordings % texts.count]
      recordings += 1
      do {
        try recorder.recording.write(text, to: folder.appending(path: "flight"))
      } catch {
        bus.note("\(error)")
      }
    }

    /// Compares, after the end of the life cycle: what the saver has on the disk is what it was
    /// given last.
    func finish() async {
      let restored = StateSaver(
        file: folder.appending(path: "totals.state"), initial: Totals())
      if restored.state != saver.snapshot?() || !restored.restoration.problems.isEmpty {
        bus.note("the saved state is \(restored.state)")
      }
      let ups = bus.suspensions.whole
      if saves < ups || runs < ups || foregroundRuns != ups + 1 {
        bus.note(
          "\(saves) saves, \(runs) works, \(foregroundRuns) foregrounds for \(ups) suspensions")
      }
      if loggedLines != bus.secondCount.total { bus.note("\(loggedLines) posts were logged") }
      try? FileManager.default.removeItem(at: folder)
    }

    func count(in totals: inout Totals) {
      totals.saves = saves
      totals.recordings = recordings
    }
  }
#endif
