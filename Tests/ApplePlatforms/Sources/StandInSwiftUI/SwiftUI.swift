// The declarations that the samples use, with the isolation of Apple's SDK.

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  var body: Body { get }
  init()
}

@MainActor @preconcurrency public protocol Scene {}
@MainActor @preconcurrency public protocol View {}

@MainActor @preconcurrency public struct Text: View {
  public init(_ text: String) {}
}

@MainActor @preconcurrency public struct WindowGroup<Content: View>: Scene {
  public init(content: () -> Content) {}
}
