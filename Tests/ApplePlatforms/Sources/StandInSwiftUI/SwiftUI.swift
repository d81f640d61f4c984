public import Foundation
public import Observation
public import StandInUIKit

// The declarations that the samples use, with the isolation of Apple's SDK. Nothing is shown or
// updated.

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  var body: Body { get }
  init()
}

extension App {
  /// The entry point of an app.
  public static func main() {}
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

@MainActor @resultBuilder public enum ViewBuilder {
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> Views<repeat each Content> { Views() }
}

/// Several views.
public struct Views<each Content: View>: View {
  public typealias Body = Never
}

@MainActor @preconcurrency public struct VStack<Content: View>: View {
  public typealias Body = Never
  public init(@ViewBuilder content: () -> Content) { _ = content() }
}

@MainActor @preconcurrency public struct Text: View {
  public typealias Body = Never
  public init(_ text: String) {}
}

@MainActor @preconcurrency public struct TextEditor: View {
  public typealias Body = Never
  public init(text: Binding<String>) {}
}

@MainActor @preconcurrency public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: () -> Content) { _ = content() }
}

public struct Binding<Value> {}

@MainActor @propertyWrapper @dynamicMemberLookup public struct Bindable<Value: AnyObject> {
  public let wrappedValue: Value
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var projectedValue: Self { self }
  public subscript<Subject>(
    dynamicMember path: ReferenceWritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { Binding() }
}

@MainActor @propertyWrapper public struct State<Value> {
  private let value: Value
  public init(wrappedValue: Value) { value = wrappedValue }
  public var wrappedValue: Value {
    get { value }
    nonmutating set {}
  }
}

public enum ScenePhase: Comparable, Sendable { case background, inactive, active }

public struct EnvironmentValues {
  public var scenePhase = ScenePhase.background
}

@propertyWrapper public struct Environment<Value> {
  public var wrappedValue: Value { fatalError("A stand-in has no environment.") }
  public init(_ path: KeyPath<EnvironmentValues, Value>) {}
  public init(_ type: Value.Type) where Value: AnyObject, Value: Observable {}
}

extension View {
  public func environment<Value: AnyObject & Observable>(_ value: Value?) -> some View { self }
  public func onChange<Value: Equatable>(
    of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
  ) -> some View { self }
  public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { self }
}

@MainActor @preconcurrency @propertyWrapper
public struct UIApplicationDelegateAdaptor<Delegate: UIResponder & UIApplicationDelegate> {
  public init(_ delegateType: Delegate.Type = Delegate.self) {}
  public var wrappedValue: Delegate { fatalError("Nothing is launched here.") }
}
