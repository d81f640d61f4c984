// The names that the samples of documentation comments use and do not declare. `.ci/samples`
// compiles both together; nothing here is run.
import Foundation
import LifecycleBus
import LifecycleBusDelegates
import LifecycleBusSignals
import Listeners

// Mediators, and what belongs to them.

@MainActor let center = NotificationCenter()
@MainActor let mediator = AppLifecycleMediator(notificationCenter: center)
@MainActor let source = ProcessSignalSource(mediator: mediator)
@MainActor let recorder = FlightRecorder()
@MainActor let saver = StateSaver(
  file: directory.appending(path: "drafts.state"), initial: [String]())
let directory = URL(fileURLWithPath: "/tmp", isDirectory: true)
let folder = directory
let report = ""
#if os(macOS) || os(Linux)
  let process = Process()
#endif

// Listeners.

@MainActor final class ImageCache: AppLifecycleListener {
  func purge() {}
  func warm() throws {}
  func run() {}
}
@MainActor final class Analytics: AppLifecycleListener {
  init(previousRun: PreviousRun? = nil) {}
  func use(_ session: UUID) {}
  func ended(_ session: UUID, after time: Duration) {}
}
@MainActor final class Inbox: AppLifecycleListener { var unread = 0 }
@MainActor final class WindowLog: AppSceneListener {}
@MainActor final class EventPrinter: AppLifecycleListener {}
@MainActor final class Player: AppLifecycleListener {}
@MainActor final class Recorder: AppLifecycleListener {}
@MainActor final class Downloads: AppLifecycleListener {}
@MainActor final class Storage: AppLifecycleListener {}
@MainActor let cache = ImageCache()
@MainActor let analytics = Analytics()
@MainActor let inbox = Inbox()
@MainActor let journal = ImageCache()
@MainActor let windowLog = WindowLog()

// The parts of an app that listeners call.

struct Journal: Codable, Sendable { var lines: [String] = [] }
@MainActor final class Database {
  init() throws {}
  func warm() throws {}
}
final class AddNoteIntent {}
@MainActor let intent = AddNoteIntent()
let identifier = "downloads"
final class AddNoteHandler {}
@MainActor final class Model { var drafts: [String] = [] }
@MainActor final class News {
  @discardableResult func fetch() async throws -> [String] { [] }
}
@MainActor final class DownloadSession {
  let identifier: String
  init(identifier: String) { self.identifier = identifier }
  func finishEvents() async {}
}

/// What the samples call without saying what it is.
@MainActor final class Part {
  var isGone = false
  func cleanUp() {}
  func open() throws {}
  func open(_ url: URL) async throws {}
  func flush() async throws {}
  func finish() async {}
  func read() async {}
  func reload() {}
  func lock() {}
  func refresh(at time: Int) async {}
  func show(_ url: URL) {}
  func showNewNote() async {}
  func fetch(_ folder: String) async -> Bool { true }
  func show(_ note: String) async {}
  var hasChanges = false
  enum Answer { case save, discard, cancel }
  func askToSave() async -> Answer { .discard }
  func save() async -> Bool { true }
}
final class ShareMetadata {}
@MainActor func draftActivity(_ text: String) -> AnyObject? { nil }
@MainActor final class Navigation {
  func show(_ url: URL) -> Bool { true }
}
@MainActor let item = AppQuickAction(type: "new-note")
func completionHandler(_ isPerformed: Bool) {}
@MainActor let board = Part()
@MainActor let database = Part()
@MainActor let editor = Part()
@MainActor let files = Part()
@MainActor let mailbox = Part()
@MainActor let queue = Part()
@MainActor let router = Part()
@MainActor let settings = Part()
@MainActor let terminal = Part()
@MainActor let upload = Part()
@MainActor let news = News()
@MainActor let startup = ImageCache()
@MainActor let gate = AppRequestGate()
@MainActor let model: Model? = Model()
let ticks = AsyncStream<Int> { $0.finish() }

@MainActor var isDebug = false
@MainActor var isUploading = false
@MainActor func purge() {}
@MainActor func refresh() async {}
@MainActor func synchronize() async throws {}
@MainActor func finish() async {}
@MainActor func offerToSendReport() {}
@MainActor func showWelcome() {}
@MainActor func showNews(since version: String?) {}
