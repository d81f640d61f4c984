public import Foundation
public import StandInUIKit

// The declarations that the samples use, with the isolation of Apple's SDK.

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  var body: Body { get }
  init()
}

@MainActor @preconcurrency public protocol Scene {}
@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder var body: Body { get }
}

/// The views of the system have no body of their own.
extension View where Body == Never {
  public var body: Never { fatalError("A view of the system has no body.") }
}

extension Never: View {
  public typealias Body = Never
}

extension App {
  /// The entry point of an app. The stand-in has no event loop.
  public static func main() {}
}

@MainActor @resultBuilder public enum ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> StandInViews<repeat each Content> {
    StandInViews(views: (repeat each content))
  }
}

/// Several views.
public struct StandInViews<each Content: View>: View {
  public typealias Body = Never
  public let views: (repeat each Content)
}

@MainActor @preconcurrency public struct VStack<Content: View>: View {
  public typealias Body = Never
  public let content: Content
  public init(@ViewBuilder content: () -> Content) { self.content = content() }
}

@MainActor @preconcurrency public struct Text: View {
  public typealias Body = Never
  public init(_ text: String) {}
}

@MainActor @preconcurrency public struct TextEditor: View {
  public typealias Body = Never
  public let text: Binding<String>
  public init(text: Binding<String>) { self.text = text }
}

@MainActor @propertyWrapper public struct Binding<Value> {
  let get: () -> Value
  let set: (Value) -> Void
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}

@MainActor @propertyWrapper @dynamicMemberLookup public struct Bindable<Value: AnyObject> {
  public let wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var projectedValue: Self { self }
  public subscript<Subject>(
    dynamicMember path: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> {
    Binding(
      get: { wrappedValue[keyPath: path] }, set: { wrappedValue[keyPath: path] = $0 })
  }
}

/// Keeps its value where the struct cannot.
@MainActor @propertyWrapper public struct State<Value> {
  private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  private let box: Box
  public init(wrappedValue: Value) { box = Box(wrappedValue) }
  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
}

public enum ScenePhase: Comparable, Sendable { case background, inactive, active }

public struct EnvironmentValues {
  public var scenePhase: ScenePhase = .background
}

/// Reads the values that a view has before it is shown.
@propertyWrapper public struct Environment<Value> {
  public let wrappedValue: Value
  public init(_ path: KeyPath<EnvironmentValues, Value>) {
    wrappedValue = EnvironmentValues()[keyPath: path]
  }
}

extension View {
  /// The stand-in has no updates of views, so that the action is never called.
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
  ) -> some View {
    self
  }
}

/// A view with a handler for URLs.
public struct StandInOpenURLView: View {
  public typealias Body = Never
  let action: (URL) -> Void
}

extension View {
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
    StandInOpenURLView(action: action)
  }
}

/// A view with a task, which starts when the view appears and is cancelled when it disappears.
public struct StandInTaskView: View {
  public typealias Body = Never
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

/// A kind of background task, with what it gives to its action and what it takes from it.
public struct BackgroundTask<Request: Sendable, Response: Sendable> {
  public let identifier: String
}

extension BackgroundTask where Request == Void, Response == Void {
  public static func appRefresh(_ identifier: String) -> Self { Self(identifier: identifier) }
}

/// A scene with an action for a background task.
public struct StandInBackgroundTaskScene<Request: Sendable, Response: Sendable>: Scene {
  public let task: BackgroundTask<Request, Response>
  public let action: @Sendable (Request) async -> Response
}

extension Scene {
  public func backgroundTask<Request: Sendable, Response: Sendable>(
    _ task: BackgroundTask<Request, Response>,
    action: @escaping @Sendable (Request) async -> Response
  ) -> some Scene {
    StandInBackgroundTaskScene(task: task, action: action)
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
