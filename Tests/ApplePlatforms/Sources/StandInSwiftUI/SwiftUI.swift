public import Foundation
public import StandInUIKit

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

/// A view with a handler for URLs.
public struct StandInOpenURLView: View {
  let action: (URL) -> Void
}

extension View {
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    StandInOpenURLView(action: action)
  }
}

/// A view with a task, which starts when the view appears and is cancelled when it disappears.
public struct StandInTaskView: View {
  let action: @Sendable () async -> Void

  /// The view appears: returns its running task.
  public func appear() -> Task<Void, Never> { Task { await action() } }
}

extension View {
  public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View {
    StandInTaskView(action: action)
  }
}

/// A scene that the system opens URLs in.
@MainActor public protocol StandInURLOpening {
  func open(_ url: URL)
}

@MainActor @preconcurrency public struct WindowGroup<Content: View>: Scene, StandInURLOpening {
  private let content: Content

  public init(content: () -> Content) { self.content = content() }

  /// Opens a URL as the system does, through the handler of the group's view.
  public func open(_ url: URL) {
    (content as? StandInOpenURLView)?.action(url)
  }
}

/// Makes the delegate as SwiftUI does: with `init()`, before the first scene.
@MainActor @preconcurrency @propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate> {
  public let wrappedValue: DelegateType

  public init(_ delegateType: DelegateType.Type = DelegateType.self) {
    wrappedValue = StandInDelegates.make(delegateType)
  }
}

/// Makes the delegates of adaptors. The real one calls `init` through Objective-C; here a test says
/// how a class is made.
@MainActor public enum StandInDelegates {
  private static var makers: [ObjectIdentifier: () -> NSObject] = [:]

  /// The delegate that an adaptor made last.
  public private(set) static weak var latest: NSObject?

  public static func register<Delegate: NSObject>(_ make: @escaping () -> Delegate) {
    makers[ObjectIdentifier(Delegate.self)] = make
  }

  static func make<Delegate: NSObject>(_ type: Delegate.Type) -> Delegate {
    guard let delegate = makers[ObjectIdentifier(type)]?() as? Delegate else {
      preconditionFailure("No maker is registered for \(type).")
    }
    latest = delegate
    return delegate
  }
}
