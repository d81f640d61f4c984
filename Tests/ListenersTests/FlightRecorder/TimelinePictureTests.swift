import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

/// The timeline on the README: a run of a mediator, whose listeners take the time that is given here.
@Suite("The picture of a timeline shows what the flight recorder draws")
@MainActor
struct TimelinePictureTests {
  @Test("light and dark", arguments: [false, true])
  func picture(isDark: Bool) throws {
    // The least width, so that a phone shows the texts at their size.
    let drawn = run().timeline(title: "A run of a notes app", width: 360, isDark: isDark)
    let name = "timeline-\(isDark ? "dark" : "light")"
    let file = PictureFiles.images.appending(path: "\(name).svg")
    if PictureFiles.isRecording {
      try Data(drawn.utf8).write(to: file)
    } else {
      let kept = try String(contentsOf: file, encoding: .utf8)
      #expect(kept == drawn, "\(name).svg is not what is drawn; run Docs/make-pictures")
    }
  }

  private func run() -> FlightRecording {
    let clock = ManualClock()
    let recorder = FlightRecorder(
      startDate: Date(timeIntervalSince1970: 1_795_253_582), clock: clock)
    let bus = TestBus(policy: .lifecycle.mirrored)
    bus.mediator.probe = recorder
    let milliseconds: [(String, [AppLifecycleEvent: Double])] = [
      ("Migration", [.didFinishLaunching: 61]),
      ("StateSaver", [.didFinishLaunching: 4, .didEnterBackground: 2.1, .willTerminate: 0.8]),
      ("SearchIndex", [.didEnterBackground: 44]),
      ("ImageCache", [.didReceiveMemoryWarning: 9]),
    ]
    for (name, times) in milliseconds {
      bus.mediator.attach(
        ClosureListener(name) { context in
          clock.advance(by: .microseconds(Int((times[context.event] ?? 0.04) * 1_000)))
        })
    }
    let moments: [(milliseconds: Int, event: AppLifecycleEvent)] = [
      (12, .didFinishLaunching), (14, .didBecomeActive), (21_225, .willResignActive),
      (400, .didEnterBackground), (12_600, .willEnterForeground), (300, .didBecomeActive),
      (6_300, .didReceiveMemoryWarning), (6_800, .willResignActive),
      (350, .didEnterBackground), (600, .willTerminate),
    ]
    for moment in moments {
      clock.advance(by: .milliseconds(moment.milliseconds))
      bus.post(moment.event)
    }
    clock.advance(by: .milliseconds(10))
    return recorder.recording
  }
}
