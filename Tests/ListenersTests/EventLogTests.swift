import Foundation
import LifecycleBus
import TestSupport
import Testing

@testable import Listeners

@MainActor
@Suite("Event log")
struct EventLogTests {
  @Test("an event is one line with time, state change and origin")
  func lines() {
    let bus = TestBus(policy: .balanced)
    var lines: [String] = []
    bus.mediator.attach(EventLog(sink: { lines.append($0) }))

    bus.post(.didFinishLaunching, .didBecomeActive, .didReceiveMemoryWarning, .didEnterBackground)

    #expect(
      lines.map { $0.split(separator: " ").dropFirst().joined(separator: " ") } == [
        "didFinishLaunching notRunning -> inactive",
        "didBecomeActive inactive -> active",
        "didReceiveMemoryWarning active -> active",
        "willResignActive active -> inactive (synthesized)",
        "didEnterBackground inactive -> background",
      ])
    #expect(lines.allSatisfy { $0.wholeMatch(of: /20..-..-..T..:..:..\....Z .*/) != nil })
  }

  @Test(
    "a date is printed with its millisecond, and a replayed event is marked",
    arguments: [0, 1, 9, 57, 122, 500, 998, 999])
  func milliseconds(millisecond: Int) {
    let date = Date(timeIntervalSince1970: 1_795_255_200 + Double(millisecond) / 1000)
    let context = AppLifecycleContext(event: .didFinishLaunching, origin: .replayed)

    let digits = String(String(1000 + millisecond).dropFirst())
    #expect(
      EventLog.line(for: context, at: date)
        == "2026-11-21T10:00:00.\(digits)Z didFinishLaunching notRunning -> inactive (replayed)")
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
      try DescriptorWriter(descriptor: pipe.fileHandleForWriting.fileDescriptor).write(text)
      try pipe.fileHandleForWriting.close()
      #expect(try pipe.fileHandleForReading.readToEnd() == Data(text.utf8))
    }

    @Test("what cannot be written throws the error's number, without a signal or a wait")
    func refused() async {
      await #expect(processExitsWith: .success) {
        expose(to: SIGPIPE)
        FileSizeLimit.liftAtExit()
        FileSizeLimit.set(4_096)

        let folder = TemporaryFolder()
        let full = Pipe()
        let broken = Pipe()
        try broken.fileHandleForReading.close()

        let text = String(repeating: "x", count: 4_000_000)
        for (descriptor, code) in [
          (open(folder.file("log").path, O_WRONLY | O_CREAT, 0o600), EFBIG),
          (broken.fileHandleForWriting.fileDescriptor, EPIPE),
          (full.fileHandleForWriting.fileDescriptor, EAGAIN),
          (1_000_000, EBADF),
        ] {
          for _ in 1...2 {
            #expect(throws: DescriptorWriter.LostText(code: code)) {
              try DescriptorWriter(descriptor: descriptor).write(text)
            }
          }
        }
      }
    }
  #endif
}
