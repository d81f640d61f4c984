import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("Event log")
struct EventLogTests {
  private final class Stream: TextOutputStream {
    var text = ""
    func write(_ string: String) { text += string }
  }

  @MainActor
  private final class Disk {
    struct Full: Error {}
    var isFull = true
    var lines: [String] = []

    func append(_ line: String) throws {
      if isFull { throw Full() }
      lines.append(line)
    }
  }

  @Test("an event is one line with time, state change and origin")
  func lines() {
    let bus = TestBus(policy: .lifecycle)
    let clock = ManualClock()
    let stream = Stream()
    bus.mediator.attach(EventLog(sink: { stream.write($0 + "\n") }) { clock.date })
    bus.post(.didFinishLaunching)
    clock.advance(by: .milliseconds(1))
    bus.post(.didBecomeActive)
    clock.advance(by: .milliseconds(61_999))
    bus.post(.didReceiveMemoryWarning, .didEnterBackground)
    #expect(
      stream.text == """
        2026-11-21T10:00:00.000Z didFinishLaunching notRunning -> inactive
        2026-11-21T10:00:00.001Z didBecomeActive inactive -> active
        2026-11-21T10:01:02.000Z didReceiveMemoryWarning active -> active
        2026-11-21T10:01:02.000Z willResignActive active -> inactive (synthesized)
        2026-11-21T10:01:02.000Z didEnterBackground inactive -> background

        """)
  }

  @Test("a replayed event is marked")
  func replayed() {
    let context = AppLifecycleContext(event: .didFinishLaunching, origin: .replayed)
    #expect(
      EventLog.line(for: context, at: Date(timeIntervalSince1970: 0))
        == "1970-01-01T00:00:00.000Z didFinishLaunching notRunning -> inactive (replayed)")
  }

  @Test("a date is printed with its millisecond", arguments: [0, 1, 9, 57, 122, 500, 998, 999])
  func milliseconds(millisecond: Int) {
    let date = Date(timeIntervalSince1970: 1_795_255_200 + Double(millisecond) / 1000)
    let line = EventLog.line(for: AppLifecycleContext(event: .willTerminate), at: date)
    let digits = String(String(1000 + millisecond).dropFirst())
    #expect(line.hasPrefix("2026-11-21T10:00:00.\(digits)Z "))
  }

  @Test("a line that a sink refuses is dropped, and the other listeners are called")
  func failingSink() {
    let bus = TestBus()
    let disk = Disk()
    bus.mediator.attach(EventLog(sink: disk.append))
    bus.attach("next")
    bus.post(.didFinishLaunching, .didBecomeActive)
    disk.isFull = false
    bus.post(.willResignActive)
    #expect(bus.calls.count == 3)
    #expect(disk.lines.count == 1)
  }

  #if os(Linux)
    @Test("off Apple platforms the default sink is standard error")
    func standardError() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        await MainActor.run { EventLog().receive(.didBecomeActive) }
      }
      let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(output.contains("Z didBecomeActive notRunning -> active\n"))
    }

    @Test("a text longer than one piece is written whole")
    func writes() throws {
      let pipe = Pipe()
      let text = String(repeating: "0123456789", count: 1000)
      try DescriptorWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor).write(
        text)
      try pipe.fileHandleForWriting.close()
      #expect(try pipe.fileHandleForReading.readToEnd() == Data(text.utf8))
    }

    @Test("a pipe without a reader throws and raises no signal")
    func brokenPipe() async {
      await #expect(processExitsWith: .success) {
        let pipe = Pipe()
        try pipe.fileHandleForReading.close()
        let writer = DescriptorWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor)
        for _ in 1...2 {
          #expect(throws: DescriptorWriter.LostText(code: EPIPE)) {
            try writer.write("line\n")
          }
        }
      }
    }

    @Test("a full pipe throws and does not wait")
    func fullPipe() {
      let pipe = Pipe()
      let writer = DescriptorWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor)
      let tooMuch = String(repeating: "x", count: 4_000_000)
      #expect(throws: DescriptorWriter.LostText(code: EAGAIN)) {
        try writer.write(tooMuch)
      }
    }

    @Test("a closed descriptor throws with the error number")
    func closedDescriptor() {
      let writer = DescriptorWriter(descriptor: 1_000_000)
      #expect(throws: DescriptorWriter.LostText(code: EBADF)) {
        try writer.write("line\n")
      }
    }
  #endif
}
