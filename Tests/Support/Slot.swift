/// A place that a callback can reach before it is filled.
@MainActor
package final class Slot<Value> {
  package var value: Value?

  package init(_ value: Value? = nil) { self.value = value }
}
