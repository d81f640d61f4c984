#if canImport(SwiftUI)
  // A sample of the page "SwiftUI and ScenePhase".

  import LifecycleBus
  import SwiftUI

  struct Diary: View {
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
