#if os(Linux)
  import Foundation
  import LifecycleBus

  /// A planted fault that grows with the posts, which the soak has to find.
  @MainActor
  final class Leak {
    private let fault: PlantedFault
    private var posts = 0
    private var listeners: [ClosureListener] = []
    private var files: [FileHandle] = []

    /// `nil` for a fault that does not grow.
    init?(_ fault: PlantedFault) {
      guard [.memory, .descriptors, .threads].contains(fault) else { return nil }
      self.fault = fault
    }

    func grow() {
      posts += 1
      switch fault {
      case .memory:
        listeners.append(ClosureListener("a listener \(posts) that is not forgotten") { _ in })
      case .descriptors where posts.isMultiple(of: 1000):
        files.append(FileHandle(forReadingAtPath: "/dev/null") ?? .nullDevice)
      case .threads where posts.isMultiple(of: 1000):
        Thread.detachNewThread { DispatchSemaphore(value: 0).wait() }
      default: break
      }
    }
  }
#endif
