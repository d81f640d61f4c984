import Foundation

/// Does work away from the main actor, one piece after another, in the order in which it was handed
/// over.
struct BackgroundQueue: Sendable {
  #if canImport(Dispatch)
    private let queue: DispatchQueue

    init(_ label: String) { queue = DispatchQueue(label: label, qos: .userInitiated) }

    func later(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

    /// Returns once everything that was handed over before is done.
    func wait() { queue.sync {} }
  #else
    // One thread: the work is done at once.
    init(_ label: String) {}
    func later(_ work: @escaping @Sendable () -> Void) { work() }
    func wait() {}
  #endif
}
