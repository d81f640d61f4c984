public import Foundation

// The declarations that the samples use, with the signatures of Apple's SDK.

open class BGTask: NSObject {
  public let identifier: String
  open var expirationHandler: (() -> Void)?
  /// Whether the task was completed, and with what.
  public private(set) var completions: [Bool] = []
  private var waiter: CheckedContinuation<Void, Never>?

  public init(identifier: String) {
    self.identifier = identifier
    super.init()
  }

  open func setTaskCompleted(success: Bool) {
    completions.append(success)
    waiter?.resume()
    waiter = nil
  }

  /// Waits for the first completion, and returns all. Called on the main actor only.
  @MainActor
  public func completed() async -> [Bool] {
    if completions.isEmpty { await withCheckedContinuation { waiter = $0 } }
    return completions
  }
}

open class BGAppRefreshTaskRequest: NSObject {
  public let identifier: String
  open var earliestBeginDate: Date?

  public init(identifier: String) {
    self.identifier = identifier
    super.init()
  }
}

/// Of one thread here, because tests call it on the main actor only.
@MainActor open class BGTaskScheduler: NSObject {
  public static let shared = BGTaskScheduler()
  /// The handlers by the identifiers of their tasks.
  public var handlers: [String: (BGTask) -> Void] = [:]
  /// The identifiers of the requests that were submitted.
  public var submitted: [String] = []

  open func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool {
    guard handlers[identifier] == nil else { return false }
    handlers[identifier] = launchHandler
    return true
  }

  open func submit(_ taskRequest: BGAppRefreshTaskRequest) throws {
    submitted.append(taskRequest.identifier)
  }
}
