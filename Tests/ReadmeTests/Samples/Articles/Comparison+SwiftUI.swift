#if canImport(SwiftUI)
  import SwiftUI

  // What the page "Comparison" shows of ScenePhase.

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  struct VideoView: View {
    let video: Video
    @Environment(\.scenePhase) private var phase

    var body: some View {
      Text("Video").onChange(of: phase) { _, new in
        if new == .background { video.pause() }
      }
    }
  }
#endif
