public import Foundation

public final class CKShare: NSObject {
  open class Metadata: NSObject {
    public override init() { super.init() }
  }
}
