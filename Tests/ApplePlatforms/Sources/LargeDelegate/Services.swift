import Foundation

/// What both versions of the app work with. Each part writes to one journal what it is told to do,
/// so that a test compares the two versions line by line.
@MainActor
final class Services {
  /// The services of the app; a test makes its own.
  static var shared = Services()

  let center: NotificationCenter
  private(set) var journal: [String] = []
  /// Whether the last run has ended in order.
  var lastRunEnded = true
  /// How much time has passed since the app was made, which a test moves.
  var now: Duration = .zero
  /// Why the database cannot be opened; `nil` if it can.
  var databaseFailure: (any Error)?
  private var signIn: CheckedContinuation<Void, Never>?
  private var isSignedIn = false

  init(center: NotificationCenter = NotificationCenter()) { self.center = center }

  func note(_ line: String) { journal.append(line) }

  func take() -> [String] {
    defer { journal = [] }
    return journal
  }

  // MARK: The end of the asynchronous start

  func waitForSignIn() async {
    note("sign in")
    if !isSignedIn { await withCheckedContinuation { signIn = $0 } }
    note("signed in")
  }

  func completeSignIn() {
    isSignedIn = true
    signIn?.resume()
    signIn = nil
  }

  // MARK: The parts

  lazy var database = Database(services: self)
  lazy var sync = Sync(services: self)
  lazy var router = Router(services: self)

  @MainActor final class Database {
    unowned let services: Services
    init(services: Services) { self.services = services }

    func open() throws {
      if let failure = services.databaseFailure { throw failure }
      services.note("open database")
    }
    func migrate() { services.note("migrate database") }
    func trim() { services.note("trim database") }
    func close() { services.note("close database") }
  }

  @MainActor final class Sync {
    unowned let services: Services
    init(services: Services) { self.services = services }

    func start() { services.note("start sync") }
    func stop() { services.note("stop sync") }
    func upload() async {
      services.note("upload begins")
      await Task.yield()
      services.note("upload ends")
    }
    func pull(_ topic: String) async -> Bool {
      services.note("pull \(topic)")
      await Task.yield()
      return topic != "nothing"
    }
    func finishDownloads(_ identifier: String) async {
      services.note("finish downloads of \(identifier)")
      await Task.yield()
    }
  }

  @MainActor final class Router {
    unowned let services: Services
    init(services: Services) { self.services = services }

    func show(_ url: URL) { services.note("show \(url.absoluteString)") }
    func show(page: Int) { services.note("show page \(page)") }
    func newNote() { services.note("new note") }
  }
}
