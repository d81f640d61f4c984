#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import Foundation
  import LifecycleBus
  public import UIKit

  /// Decides which orientations the app supports, in place of the Info.plist.
  @MainActor
  public protocol AppOrientationSupporting: AppRequestListener {
    /// Returns the orientations, or `nil` to leave the decision to other listeners and the
    /// Info.plist.
    ///
    /// If several listeners answer, the app supports the orientations that all of them allow. The
    /// system asks again when view controllers change.
    func onAppSupportedOrientations(window: UIWindow?) -> UIInterfaceOrientationMask?
  }

  extension UIInterfaceOrientationMask {
    /// What all answers have in common. One that shares nothing with those before it is left out,
    /// since UIKit raises an exception for an empty mask.
    package init?(commonTo answers: [Self?]) {
      var common: Self?
      for case let answer? in answers
      where !answer.isEmpty && common?.isDisjoint(with: answer) != true {
        common = common?.intersection(answer) ?? answer
      }
      guard let common else { return nil }
      self = common
    }

    /// All if the Info.plist names none.
    package static func ofInfoPlist(_ info: [String: Any]?) -> Self {
      let names = info?["UISupportedInterfaceOrientations"] as? [String] ?? []
      let masks: [String: Self] = [
        "UIInterfaceOrientationPortrait": .portrait,
        "UIInterfaceOrientationPortraitUpsideDown": .portraitUpsideDown,
        "UIInterfaceOrientationLandscapeLeft": .landscapeLeft,
        "UIInterfaceOrientationLandscapeRight": .landscapeRight,
      ]
      let named = Self(names.compactMap { masks[$0] })
      if named.isEmpty { return .all }
      return named
    }
  }

  extension AppLifecycleMediator {
    func supportedOrientations(
      of window: UIWindow?, in scene: AppSceneID? = nil
    ) -> UIInterfaceOrientationMask {
      let answers = ask(
        (any AppOrientationSupporting).self, in: scene ?? window?.windowScene.map(AppSceneID.init)
      ) { $0.onAppSupportedOrientations(window: window) }
      return UIInterfaceOrientationMask(commonTo: answers)
        ?? .ofInfoPlist(Bundle.main.infoDictionary)
    }
  }
#endif
