import Foundation
import LifecycleBus
import LifecycleBusDelegates
import Listeners
import TestSupport

// Listeners of many kinds, in the tests' own module. The others are in TestSupport.

struct LocalStruct: AppLifecycleListener {
  let note: CallNote
  func onAppWillEnterForeground() { note("foreground") }
  func onAppWillResignActive() { note("resign") }
}

final class LocalEmptyClass: AppLifecycleListener {}

final class LocalAnyClass: AppLifecycleListener {
  let note: CallNote
  init(_ note: CallNote) { self.note = note }
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) { note(event, context) }
}

/// A subclass of a base in another module.
final class LocalSubclass: OpenBase {
  override func onAppWillEnterForeground() { note("local foreground") }
  func onAppDidEnterBackground() { note("never called") }
}

class LocalGenericClass<Value>: GenericClass<Value> {
  override func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    note(event, context)
  }
}

final class LocalConcreteSubclass: LocalGenericClass<String> {
  override func onAppWillResignActive() { note("local resign") }
}

/// The defaults of a refined protocol in another module.
struct LocalRefinedStruct: RefinedListener {
  let note: CallNote
  func onAppDidBecomeActive() { note("own active") }
}

/// Refines the protocol of another module, with a default in place of one of its own.
@MainActor
protocol TwiceRefinedListener: RefinedListener {}

extension TwiceRefinedListener {
  func onAppWillTerminate() { note("twice refined terminate") }
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) { note(event, context) }
}

final class TwiceRefinedClass: TwiceRefinedListener {
  let note: CallNote
  init(_ note: CallNote) { self.note = note }
}

/// A default for classes only.
@MainActor
protocol ClassRefinedListener: AppLifecycleListener {
  var note: CallNote { get }
}

extension ClassRefinedListener where Self: AnyObject {
  func onAppDidEnterBackground() { note("default of classes") }
}

final class ClassRefinedClass: ClassRefinedListener {
  let note: CallNote
  init(_ note: CallNote) { self.note = note }
}

struct ClassRefinedStruct: ClassRefinedListener {
  let note: CallNote
}

/// A type of another module, made a listener here, with a method from there.
extension ForeignStruct: AppLifecycleListener {
  package func onAppWillTerminate() { note("local terminate") }
}

/// A method of the same name that is not the protocol's.
struct OverloadStruct: AppLifecycleListener {
  let note: CallNote
  func onAppDidBecomeActive(_ again: Bool) { note("never called") }
  func onAppDidEnterBackground() { note("overload background") }
}

/// Passes on each method by itself, as a wrapper in an app does.
final class LocalWrapper<Inner: AppLifecycleListener>: AppLifecycleListener {
  private let inner: Inner
  init(_ inner: Inner) { self.inner = inner }
  func onAppDidFinishLaunching() { inner.onAppDidFinishLaunching() }
  func onAppDidBecomeActive() { inner.onAppDidBecomeActive() }
  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    inner.onAppEvent(event, context: context)
  }
}

/// Adopts a request and hears of scenes beside one event.
final class LocalAdopter: AppURLOpening, AppSceneListener, AppNamedListener {
  let note: CallNote
  let listenerName = "adopter"
  init(_ note: CallNote) { self.note = note }
  func onAppOpenURL(_ url: URL, options: AppURLOptions) -> Bool { false }
  func onAppSystemWillSleep() { note("sleep") }
  func onAppDidFinishLaunching() { note("adopter launch") }
}

/// 40 kinds of listeners; each is made anew, to note its calls.
@MainActor
enum ListenerKinds {
  typealias Make = @MainActor (CallNote) -> any AppLifecycleListener

  static let all: [Make] = other + local

  /// Of another module.
  static let other: [Make] = [
    { _ in NothingStruct() },
    { OneMethodStruct($0) },
    { AnyMethodStruct($0) },
    { BothMethodsStruct($0) },
    { ConditionEnum.noting($0) },
    { FinalClass($0) },
    { ExtendedClass($0) },
    { OpenBase($0) },
    { OverridingSubclass($0) },
    { TwiceOverridingSubclass($0) },
    { AddingSubclass($0) },
    { AdoptingSubclass($0) },
    { GenericStruct($0, 1) },
    { GenericStruct($0, "text") },
    { GenericClass<Bool>($0) },
    { ConcreteSubclass($0) },
    { RefinedStruct($0) },
    { RefinedClass($0) },
    { ForwardingStruct(OverridingSubclass($0)) },
    { EchoingClass($0, AnyMethodStruct($0)) },
    { PairStruct(OneMethodStruct($0), RefinedClass($0)) },
  ]

  /// Of this module.
  static let local: [Make] = [
    { LocalStruct(note: $0) },
    { _ in LocalEmptyClass() },
    { LocalAnyClass($0) },
    { LocalSubclass($0) },
    { LocalGenericClass<Int>($0) },
    { LocalConcreteSubclass($0) },
    { LocalRefinedStruct(note: $0) },
    { TwiceRefinedClass($0) },
    { ClassRefinedClass($0) },
    { ClassRefinedStruct(note: $0) },
    { ForeignStruct($0) },
    { OverloadStruct(note: $0) },
    { LocalWrapper(TwiceRefinedClass($0)) },
    { LocalAdopter($0) },
    { note in ClosureListener("closure", .willResignActive) { note($0.event, $0) } },
    { note in ClosureListener { note($0.event, $0) } },
    { note in
      ListenerGroup {
        OneMethodStruct(note)
        LocalSubclass(note)
      }
    },
    { ForwardingStruct(LocalAnyClass($0)) },
    { PairStruct(LocalStruct(note: $0), LocalConcreteSubclass($0)) },
  ]
}
