import Foundation
import LifecycleBus

/// The samples of the page "Watch apps and extensions".
@MainActor
func watchAndExtensions() {
  for (family, vocabulary) in [
    ("watch", AppLifecycleVocabulary.watchKit), ("extension", .extensionHost),
  ] {
    print("\(family): \(vocabulary.namedEvents.map(\.rawValue).joined(separator: ", "))")
  }

  let center = NotificationCenter()  // in an extension: .default
  let mediator = AppLifecycleMediator(
    policy: .lifecycle, vocabulary: .extensionHost, notificationCenter: center,
    initialState: .active)
  mediator.on { print("\($0.event): \($0.previousState) -> \($0.state)") }
  mediator.post(.willResignActive)
  mediator.post(.didEnterBackground)
  print(mediator.post(.willTerminate) ? "posted" : "an extension host has no name for it")
}
