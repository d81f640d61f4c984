#if canImport(SwiftUI)
  import LifecycleBus
  import SwiftUI

  struct AutoSave: AppLifecycleListener {
    func onAppDidEnterBackground() { print("drafts saved") }
  }

  struct DraftsApp: App {
    let mediator = AppLifecycleMediator(listeners: [AutoSave()], policy: .lifecycle)
    var body: some Scene { WindowGroup { Text("Drafts") } }
  }
#endif
