#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @Suite(
    "A disk that is full",
    .enabled(if: SmallDisk.isAvailable, "\(SmallDisk.reason)"),
    .timeLimit(.minutes(hangMinutes)))
  struct FullDiskTests {
    @Test("what was saved stays, what does not fit is an error value, and room brings all back")
    func listeners() async throws {
      let folder = TemporaryFolder()
      let program = ChildProcess.path(of: "FilesChild")
      let child = try SmallDisk.run([program, "disk", folder.url.path], mountedOn: folder.url)
      #expect(try await child.wait() == "exited 0")
      #expect(
        child.output.all == [
          "saved 10000", "saved 15000", "refused 40000 unwritable", "refused 50000 unwritable",
          "saved 100", "read 100", "flight unwritable", "left false",
          "detector unwritable", "recording unwritable", "refused 200 unwritable", "read 100",
          "recording written", "saved 300", "read 300",
          "files flight.svg last-run session session.lock text.state text.state.previous",
        ])
    }
  }
#endif
