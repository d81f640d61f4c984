public import Foundation

// The declarations that the samples use, with the signatures of Apple's SDK.

open class BGTask: NSObject {
  open var expirationHandler: (() -> Void)?
  open func setTaskCompleted(success: Bool) {}
}

open class BGAppRefreshTaskRequest: NSObject {
  open var earliestBeginDate: Date?
  public init(identifier: String) { super.init() }
}

@MainActor open class BGTaskScheduler: NSObject {
  public static let shared = BGTaskScheduler()

  open func register(
    forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
    launchHandler: @escaping (BGTask) -> Void
  ) -> Bool { true }

  open func submit(_ taskRequest: BGAppRefreshTaskRequest) throws {}
}
