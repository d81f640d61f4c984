import Foundation
import LifecycleBus

/// The same eight tasks by hand, on the mediator alone. They hold less: see the table's page.
@MainActor
enum TasksByHand {
  // task: save soon after a change
  final class Saver: AppLifecycleListener {
    var notes = TaskNotes() { didSet { saveSoon() } }
    private let file: URL
    private var pending: Task<Void, any Error>?
    init(file: URL) { self.file = file }
    func onAppDidEnterBackground() { try? save() }
    func onAppWillTerminate() { try? save() }
    private func save() throws { try JSONEncoder().encode(notes).write(to: file, options: .atomic) }
    private func saveSoon() {
      pending?.cancel()
      pending = Task {
        try await Task.sleep(for: .seconds(1))
        try save()
      }
    }
  }
  // end

  static func restore(_ file: URL) -> TaskNotes {
    // task: restore at the launch
    let notes = try? JSONDecoder().decode(TaskNotes.self, from: Data(contentsOf: file))
    // end
    return notes ?? TaskNotes()
  }

  // task: sessions with a time-out of 30 minutes
  final class Sessions: AppLifecycleListener {
    private let report: (String) -> Void
    private var left: ContinuousClock.Instant?
    private var isOpen = false
    init(report: @escaping (String) -> Void) { self.report = report }
    func onAppDidBecomeActive() {
      if isOpen, let left, left.duration(to: .now) < .seconds(1_800) { return }
      if isOpen { report("ended") }
      isOpen = true
      report("opened")
    }
    func onAppDidEnterBackground() { left = .now }
    func onAppWillTerminate() { if isOpen { report("ended") } }
  }
  // end

  static func crashes(_ mediator: AppLifecycleMediator, _ file: URL, _ count: (Bool) -> Void) {
    // task: crash-free rate
    count(FileManager.default.fileExists(atPath: file.path))
    mediator.on(.willEnterForeground, .didBecomeActive) { _ in try? Data().write(to: file) }
    mediator.on(.didEnterBackground, .willTerminate) { _ in
      try? FileManager.default.removeItem(at: file)
    }
    // end
  }

  // task: report of the launch
  final class Startup: AppLifecycleListener {
    func onAppDidFinishLaunching() {
      let clock = ContinuousClock()
      let commands: [(String, () throws -> Void)] = [
        ("open database", openDatabase), ("warm cache", warmCache),
      ]
      for (name, command) in commands {
        let start = clock.now
        do {
          try command()
          print(name, start.duration(to: clock.now))
        } catch {
          print(name, start.duration(to: clock.now), error)
        }
      }
    }
  }
  // end

  // task: cancel in the background
  final class Synchronizer: AppLifecycleListener {
    private var task: Task<Void, any Error>?
    func onAppDidBecomeActive() { task = task ?? Task { try await synchronize() } }
    func onAppDidEnterBackground() {
      task?.cancel()
      task = nil
    }
  }
  // end

  static func background(_ mediator: AppLifecycleMediator) {
    // task: work in the background
    mediator.on(.didEnterBackground) { [weak mediator] _ in
      var work: Task<Void, any Error>?
      let hold = mediator?.hold("upload") { work?.cancel() }
      work = Task {
        defer { hold?.release() }
        try await synchronize()
      }
    }
    // end
  }

  // task: refresh on return
  final class Refresh: AppLifecycleListener {
    private var last: ContinuousClock.Instant?
    private var isAway = true
    func onAppWillEnterForeground() { comeBack() }
    func onAppDidBecomeActive() { comeBack() }
    func onAppDidEnterBackground() { isAway = true }
    private func comeBack() {
      guard isAway else { return }
      isAway = false
      if let last, last.duration(to: .now) < .seconds(300) { return }
      last = .now
      Task { try await synchronize() }
    }
  }
  // end
}
