#if canImport(SwiftUI)
  // A sample of the page "Getting started".

  import LifecycleBus
  import SwiftUI

  final class EntrySaver: AppLifecycleListener {
    func onAppDidEnterBackground() { print("entries saved") }
  }

  struct DiaryApp: App {
    private let mediator = AppLifecycleMediator(policy: .lifecycle) { EntrySaver() }

    var body: some Scene {
      WindowGroup { Text("Dear diary") }
    }
  }
#endif
