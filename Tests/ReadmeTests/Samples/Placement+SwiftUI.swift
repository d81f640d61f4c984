#if canImport(SwiftUI)
  import LifecycleBus
  import SwiftUI

  struct NotesApp: App {
    private let mediator = AppLifecycleMediator(
      listeners: [ImageCache(), DraftSaver()], policy: .lifecycle)

    var body: some Scene {
      WindowGroup { Text("Notes") }
    }
  }

  @MainActor
  func notesView(hearing mediator: AppLifecycleMediator) -> some View {
    Text("Notes").task { for await event in mediator.events() { print(event) } }
  }
#endif
