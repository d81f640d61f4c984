#if canImport(SwiftUI)
  import LifecycleBus
  import SwiftUI

  // The samples of the page "SwiftUI and ScenePhase".

  final class DiarySaver: AppLifecycleListener {
    func onAppDidEnterBackground() { print("saved") }
  }

  struct DiaryApp: App {
    private let mediator = AppLifecycleMediator(policy: .lifecycle) { DiarySaver() }

    var body: some Scene {
      WindowGroup { DiaryView(mediator: mediator) }
    }
  }

  struct DiaryView: View {
    let mediator: AppLifecycleMediator

    var body: some View {
      Text("Diary").task {
        for await event in mediator.events() where event == .didBecomeActive {
          print("refresh")
        }
      }
    }
  }
#endif
