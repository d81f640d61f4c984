#if canImport(SwiftUI)
  import LifecycleBus
  import SwiftUI

  struct NotesApp: App {
    private let mediator = AppLifecycleMediator(listeners: [ImageCache(), DraftSaver()])

    var body: some Scene {
      WindowGroup { Text("Notes") }
    }
  }
#endif
