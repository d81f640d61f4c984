#if canImport(UIKit) && !os(watchOS)
  import UIKit

  /// The view controller that the samples name.
  final class NotesViewController: UIViewController {}
#endif
