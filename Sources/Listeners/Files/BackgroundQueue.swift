import Foundation

/// Runs work away from the main actor, one piece after another, in the order of submission.
struct BackgroundQueue: Sendable {
  #if canImport(Dispatch)
    private let queue: DispatchQueue

    init(_ label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

    func submit(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// Returns once all work that was submitted before is done.
    func wait() { queue.sync {} }
  #else
    // One thread: the work is done at once.
    init(_ label: String) {}
    func submit(_ work: @escaping @Sendable () -> Void) { work() }
    func wait() {}
  #endif
}
