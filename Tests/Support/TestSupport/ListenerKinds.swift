public import LifecycleBus

// Listeners of many kinds, in another module than the tests that compare their calls with those of a
// relay that calls every method. The others are in ListenerKindTests.

/// Writes "name method" to a journal.
@MainActor
public struct CallNote {
  private let name: String
  private let journal: CallJournal

  package init(_ name: String, _ journal: CallJournal) {
    self.name = name
    self.journal = journal
  }

  package func callAsFunction(_ method: String) { journal.write("\(name) \(method)") }

  package func callAsFunction(_ event: AppLifecycleEvent, _ context: AppLifecycleContext) {
    journal.write("\(name) any \(event) \(context.previousState) \(context.origin)")
  }
}

/// Adopts the protocol and implements nothing.
package struct NothingStruct: AppLifecycleListener {
  package init() {}
}

package struct OneMethodStruct: AppLifecycleListener {
  let note: CallNote
  package init(_ note: CallNote) { self.note = note }
  package func onAppDidBecomeActive() { note("active") }
}

package struct AnyMethodStruct: AppLifecycleListener {
  let note: CallNote
  package init(_ note: CallNote) { self.note = note }
  package func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    note(event, context)
  }
}

package struct BothMethodsStruct: AppLifecycleListener {
  let note: CallNote
  package init(_ note: CallNote) { self.note = note }
  package func onAppDidEnterBackground() { note("background") }
  package func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    note(event, context)
  }
}

package enum ConditionEnum: AppLifecycleListener {
  case noting(CallNote)
  package func onAppDidReceiveMemoryWarning() {
    if case .noting(let note) = self { note("memory") }
  }
  package func onAppSystemDidWake() { if case .noting(let note) = self { note("wake") } }
}

package final class FinalClass: AppLifecycleListener {
  let note: CallNote
  package init(_ note: CallNote) { self.note = note }
  package func onAppDidFinishLaunching() { note("launch") }
  package func onAppWillTerminate() { note("terminate") }
}

/// Methods in an extension, apart from the declaration of the conformance.
package final class ExtendedClass: AppLifecycleListener {
  let note: CallNote
  package init(_ note: CallNote) { self.note = note }
}

extension ExtendedClass {
  package func onAppWillResignActive() { note("resign") }
  package func onAppSignificantTimeChange() { note("time") }
}

/// The base of subclasses in this module and in the tests' own. Public, because only an open class
/// can have a subclass in another module.
open class OpenBase: AppLifecycleListener {
  package let note: CallNote
  package init(_ note: CallNote) { self.note = note }
  /// Notes the call.
  open func onAppWillEnterForeground() { note("base foreground") }
  /// Notes the call.
  open func onAppDidBecomeActive() { note("base active") }
  /// Does nothing.
  open func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {}
}

package class OverridingSubclass: OpenBase {
  package override func onAppDidBecomeActive() {
    note("sub active")
    super.onAppDidBecomeActive()
  }
}

package final class TwiceOverridingSubclass: OverridingSubclass {
  package override func onAppDidBecomeActive() { note("sub sub active") }
  package override func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    note(event, context)
  }
}

/// Declares a method of the protocol that the base does not have. It is no part of the conformance,
/// so no relay calls it.
package final class AddingSubclass: OpenBase {
  package func onAppWillTerminate() { note("never called") }
}

/// Adopts nothing; its subclass adopts the protocol with the methods of the base.
@MainActor
package class PlainBase {
  package let note: CallNote
  package init(_ note: CallNote) { self.note = note }
  package func onAppDidEnterBackground() { note("inherited background") }
}

package final class AdoptingSubclass: PlainBase, AppLifecycleListener {}

package struct GenericStruct<Value>: AppLifecycleListener {
  let note: CallNote
  let value: Value
  package init(_ note: CallNote, _ value: Value) {
    self.note = note
    self.value = value
  }
  package func onAppDidBecomeActive() { note("active of \(Value.self)") }
}

/// Public, as `OpenBase`.
open class GenericClass<Value>: AppLifecycleListener {
  package let note: CallNote
  package init(_ note: CallNote) { self.note = note }
  /// Notes the call.
  open func onAppWillResignActive() { note("resign of \(Value.self)") }
  /// Does nothing.
  open func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {}
}

package final class ConcreteSubclass: GenericClass<Int> {
  package override func onAppWillResignActive() { note("resign in the subclass") }
}

/// A protocol with defaults of its own.
@MainActor
package protocol RefinedListener: AppLifecycleListener {
  var note: CallNote { get }
}

extension RefinedListener {
  package func onAppDidBecomeActive() { note("default active") }
  package func onAppWillTerminate() { note("default terminate") }
}

package struct RefinedStruct: RefinedListener {
  package let note: CallNote
  package init(_ note: CallNote) { self.note = note }
}

package final class RefinedClass: RefinedListener {
  package let note: CallNote
  package init(_ note: CallNote) { self.note = note }
  package func onAppWillTerminate() { note("own terminate") }
}

/// Passes each event on as it came.
package struct ForwardingStruct: AppLifecycleListener {
  let inner: any AppLifecycleListener
  package init(_ inner: any AppLifecycleListener) { self.inner = inner }
  package func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    inner.receive(event, context: context)
  }
}

/// Passes on what it gets in `onAppEvent`, and has methods of its own.
package final class EchoingClass: AppLifecycleListener {
  let note: CallNote
  let inner: any AppLifecycleListener
  package init(_ note: CallNote, _ inner: any AppLifecycleListener) {
    self.note = note
    self.inner = inner
  }
  package func onAppDidBecomeActive() { note("echo active") }
  package func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    inner.receive(event, context: context)
  }
}

/// A listener only if both of its parts are.
package struct PairStruct<First, Second> {
  let first: First
  let second: Second
  package init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }
}

extension PairStruct: AppLifecycleListener
where First: AppLifecycleListener, Second: AppLifecycleListener {
  package func receive(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    first.receive(event, context: context)
    second.receive(event, context: context)
  }
}

/// No listener here; the tests' module makes it one.
@MainActor
package struct ForeignStruct {
  package let note: CallNote
  package init(_ note: CallNote) { self.note = note }
  package func onAppDidFinishLaunching() { note("foreign launch") }
}
