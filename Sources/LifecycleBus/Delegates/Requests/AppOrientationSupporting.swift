#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import Foundation
  import LifecycleBus
  public import UIKit

  /// Supplies the orientations that the app supports, instead of the Info.plist.
  @MainActor
  public protocol AppOrientationSupporting: AppRequestListener {
    /// Returns `nil` for no opinion. The system asks again when view controllers change.
    func onAppSupportedOrientations(window: UIWindow?) -> UIInterfaceOrientationMask?
  }

  extension UIInterfaceOrientationMask {
    /// The orientations that all listeners support; `nil` without an opinion. An answer that has
    /// nothing in common with those before it is left out: UIKit raises an exception for none.
    package init?(commonTo answers: [Self?]) {
      var common: Self?
      for case let answer? in answers
      where !answer.isEmpty && common?.isDisjoint(with: answer) != true {
        common = common?.intersection(answer) ?? answer
      }
      guard let common else { return nil }
      self = common
    }

    /// What the Info.plist says; all without a word of it.
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
    /// What all listeners support, else what the Info.plist says.
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
