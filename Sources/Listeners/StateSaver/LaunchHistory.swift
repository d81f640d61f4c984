public import Foundation
public import LifecycleBus

/// Tells which launch this is: the first one ever, the first of a version, or a later one.
///
/// ```swift
/// let history = LaunchHistory(file: directory.appending(path: "launches"))
/// if history.launch?.isFirst == true { showWelcome() }
/// history.onLaunch = { if $0.isFirstOfVersion, !$0.isFirst { showNews(since: $0.previousVersion) } }
/// mediator.attach(history, replay: .state)
/// ```
///
/// A launch counts when the user sees the app, at the first `willEnterForeground` or
/// `didBecomeActive`. It is on the disk when `willTerminate` has returned. Copies of the program
/// that run at the same time are counted one after the other.
@MainActor
public final class LaunchHistory: AppLifecycleListener {
  /// One launch.
  public struct Launch: Codable, Sendable, Equatable {
    /// Which one it is, counted from 1.
    public internal(set) var number = 1
    /// The version of the app; `nil` if it has none.
    public internal(set) var version: String?
    /// The version of the launch before; `nil` for the first one.
    public internal(set) var previousVersion: String?

    /// True if there was no launch before.
    public var isFirst: Bool { number == 1 }
    /// True if there was no launch of this version directly before.
    public var isFirstOfVersion: Bool { isFirst || previousVersion != version }

    init(after last: Self?, version: String?) {
      self.version = version
      guard let last else { return }
      number = min(max(last.number, 0), .max - 1) + 1
      previousVersion = last.version
    }
  }

  /// This launch, as a preview before it counts; `nil` while the system refuses to read the file.
  public private(set) var launch: Launch?
  /// Called on the main actor when the launch counts, inside the event.
  public var onLaunch: (@MainActor (Launch) -> Void)?

  private let file: URL
  private let version: String?
  private var saver: StateSaver<Launch?>?

  /// Reads which launch was the last one.
  ///
  /// - Parameters:
  ///   - file: The file to keep it in.
  ///   - version: The version of the app; by default that of the main bundle.
  public init(file: URL, version: String? = nil) {
    self.file = file
    // Without an identifier there is no dictionary, and looking for it takes long on Linux.
    let bundle = Bundle.main.bundleIdentifier == nil ? nil : Bundle.main.infoDictionary
    self.version = version ?? bundle?["CFBundleShortVersionString"] as? String
    launch = next(after: reader())
  }

  private func reader() -> StateSaver<Launch?> {
    StateSaver(file: file, initial: nil, maximumSize: 65_536)
  }

  private func next(after found: StateSaver<Launch?>) -> Launch? {
    if found.restoration.source == .unavailable { return nil }
    return Launch(after: found.state, version: version)
  }

  /// Counts the launch with the first event in the foreground, and waits for the disk at the end.
  public func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    switch event {
    case .willEnterForeground where saver == nil, .didBecomeActive where saver == nil: count()
    // Not saved again: another copy may have counted since.
    case .willTerminate: saver?.waitForDisk()
    default: break
    }
  }

  private func count() {
    // Another copy may count meanwhile. It takes milliseconds; one that is stopped is not waited for.
    let lock = OpenFile.waiting(for: FormerFile(file).sibling(".lock"))
    let saver = reader()
    guard let launch = next(after: saver) else { return }
    saver.state = launch
    saver.save { result in
      withExtendedLifetime(lock) {}
      Task { @MainActor in saver.didSave(result) }
    }
    self.saver = saver
    self.launch = launch
    onLaunch?(launch)
  }
}
