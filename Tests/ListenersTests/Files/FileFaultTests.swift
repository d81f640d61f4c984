import Foundation
import Testing

@testable import Listeners

@Suite("A replacement whose system calls fail")
struct FileFaultTests {
  let folder = TemporaryFolder()
  var file: DurableFile { DurableFile(folder.file("file")) }
  var previous: DurableFile { file.sibling(".previous") }

  init() throws { try prepare() }

  /// A current file of 1 and a previous one of 0.
  private func prepare() throws {
    try file.replace(with: [0], durability: .power)
    try file.replace(with: [1], durability: .power, previous: previous)
  }

  private func replace() throws {
    try file.replace(with: [2], durability: .power, previous: previous)
  }

  /// The calls of a replacement.
  private func calls() throws -> [FileCall] {
    let plan = FaultPlan()
    try plan.run { try replace() }
    try prepare()
    return plan.calls
  }

  @Test(
    "a failure of any one call leaves a current file and no temporary one",
    arguments: [EIO, EACCES, EPERM, ENOSPC, EMFILE])
  func oneFault(errorNumber: Int32) throws {
    let calls = try calls()
    try #require(calls.count > 10)
    for (failing, call) in calls.enumerated() {
      let plan = FaultPlan(failing: failing, errorNumber: errorNumber)
      let result = Result { try plan.run { try replace() } }
      let current = try file.read(upTo: 9)
      if case .success = result {
        #expect(current == [2], "\(failing): \(call)")
      } else {
        #expect(current == [1] || current == [2], "\(failing): \(call)")
      }
      let kept = try previous.read(upTo: 9)
      #expect(kept == [0] || kept == [1], "\(failing): \(call)")
      if call != .remove {
        #expect(folder.names == ["file", "file.previous"], "\(failing): \(call)")
      }
      file.removeLeftovers()
      try prepare()
    }
  }

  @Test("a kill after any call leaves a current file, and the next replacement succeeds")
  func killed() throws {
    for failing in try calls().indices {
      let plan = FaultPlan(failing: failing, isLasting: true)
      #expect(throws: ListenerFileError.self) { try plan.run { try replace() } }
      let current = try file.read(upTo: 9)
      #expect(current == [1] || current == [2], "\(failing)")
      file.removeLeftovers()
      #expect(folder.names == ["file", "file.previous"], "\(failing)")
      try replace()
      #expect(try file.read(upTo: 9) == [2])
      try prepare()
    }
  }

  @Test(
    "where the file system has no locks or no second names, a replacement leaves the two files",
    arguments: [
      (FileCall.lock, ENOLCK), (.lock, EOPNOTSUPP), (.lock, EINVAL), (.lock, ENOSYS),
      (.link, EPERM),
    ])
  func lackingCall(call: FileCall, errorNumber: Int32) throws {
    try failing([call], with: errorNumber) { try replace() }
    #expect(try file.read(upTo: 9) == [2])
    #expect(try previous.read(upTo: 9) == [1])
    #expect(folder.names == ["file", "file.previous"])
  }

  @Test(
    "where a directory cannot be synced, a replacement succeeds", arguments: [EINVAL, EOPNOTSUPP])
  func noDirectorySync(errorNumber: Int32) throws {
    let calls = try calls()
    let last = try #require(calls.lastIndex(of: .sync))
    try FaultPlan(failing: last, errorNumber: errorNumber).run { try replace() }
    #expect(try file.read(upTo: 9) == [2])
    // The contents of a file have to be on the disk.
    let first = try #require(calls.firstIndex(of: .sync))
    #expect(throws: ListenerFileError.self) {
      try FaultPlan(failing: first, errorNumber: errorNumber).run { try replace() }
    }
  }

  @Test("a file that is a mount of its own is an error that says so")
  func mount() throws {
    let error = #expect(throws: ListenerFileError.self) {
      try failing([.rename], with: EBUSY) { try replace() }
    }
    #expect(error?.code == .unwritable)
    #expect(error?.sentence.contains("Mount the directory that it is in") == true)
    #expect(try file.read(upTo: 9) == [1])
  }

  @Test("a replacement after a kill between its two renames leaves no temporary file")
  func bothNames() throws {
    // Both names lead to one file then, and the system renames nothing.
    try FileManager.default.removeItem(at: folder.file("file.previous"))
    #expect(link(folder.file("file").path, folder.file("file.previous").path) == 0)
    try replace()
    #expect(try previous.read(upTo: 9) == [1])
    #expect(folder.names == ["file", "file.previous"])
  }

  @Test("a directory in the way is set aside", arguments: ["file", "file.previous"])
  func directoryInTheWay(name: String) throws {
    try FileManager.default.removeItem(at: folder.file(name))
    try FileManager.default.createDirectory(
      at: folder.file(name), withIntermediateDirectories: false)
    try Data([7]).write(to: folder.file("\(name)/inside"))
    try replace()
    #expect(try file.read(upTo: 9) == [2])
    let inside = "\(name).set-aside-not-a-file-1/inside"
    #expect(try Data(contentsOf: folder.file(inside)) == Data([7]))
    try replace()
  }
}
