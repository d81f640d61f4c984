// Only what the sample uses, with the isolation of Apple's documentation.

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
