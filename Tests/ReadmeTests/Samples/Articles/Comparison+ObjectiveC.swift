#if canImport(ObjectiveC)
  import Foundation

  // What the page "Comparison" shows of forwarding, which needs Objective-C.

  nonisolated final class ForwardingObject: NSObject {
    private let target: NSObject

    init(_ target: NSObject) { self.target = target }

    override func responds(to selector: Selector!) -> Bool {
      super.responds(to: selector) || target.responds(to: selector)
    }

    override func forwardingTarget(for selector: Selector!) -> Any? { target }
  }
#endif
