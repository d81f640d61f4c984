#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import LifecycleBus
  public import UIKit

  /// Supplies the orientations that the app supports, instead of the Info.plist. Your delegate
  /// adds the method that asks.
  @MainActor
  public protocol AppOrientationSupporting: AppRequestListener {
    /// Returns `nil` for no opinion. The system asks again when view controllers change.
    func onAppSupportedOrientations(window: UIWindow?) -> UIInterfaceOrientationMask?
  }

  extension UIInterfaceOrientationMask {
    /// The orientations that all listeners support; `nil` without an opinion. An answer that has
    /// nothing in common with those before it is left out, because UIKit raises an exception for
    /// no orientation.
    public init?(commonTo answers: [Self?]) {
      var common: Self?
      for case let answer? in answers
      where !answer.isEmpty && common?.isDisjoint(with: answer) != true {
        common = common?.intersection(answer) ?? answer
      }
      guard let common else { return nil }
      self = common
    }
  }
#endif
