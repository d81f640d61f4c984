import Foundation
import LifecycleBus
import TestSupport

/// An async main after its first suspension: off Apple platforms the main actor has left the main
/// thread by then.
enum AsyncHostingProbe {
  @MainActor
  static func main() async {
    DispatchQueue.global().asyncAfter(deadline: .now() + 60) { exit(2) }
    await Task.detached {}.value
    #if !canImport(Darwin)
      // A task that has ended before it is waited for suspends nothing.
      while onMainThread() { await Task.detached {}.value }
    #endif
    let check = HostingCheck()
    print("main thread: \(onMainThread())")
    check.postHere()
    check.postElsewhere()
    await withCheckedContinuation { continuation in
      check.whenHeard { continuation.resume() }
    }
    check.reportElsewhere()
  }

  private static func onMainThread() -> Bool { Thread.isMainThread }
}
