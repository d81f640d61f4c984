/// A variable that a callback can capture before it has its value.
@MainActor
package final class Slot<Value> {
  package var value: Value?

  package init(_ value: Value? = nil) { self.value = value }
}
