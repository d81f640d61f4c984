package import LifecycleBus

/// A probe that records its calls, and may act in them.
package final class FakeProbe: AppLifecycleProbe {
  /// "begin event", "event listener", "replay event listener" and "end event", in order.
  package private(set) var lines: [String] = []
  package private(set) var calls: [AppLifecycleProbeCall] = []
  package private(set) var contexts: [AppLifecycleContext] = []
  package var onBegin: @MainActor (AppLifecycleContext) -> Void = { _ in }
  package var onCall: @MainActor (AppLifecycleProbeCall) -> Void = { _ in }
  package var onEnd: @MainActor (AppLifecycleContext) -> Void = { _ in }

  package init() {}

  package func relayWillBegin(_ context: AppLifecycleContext) {
    lines.append("begin \(context.event)")
    contexts.append(context)
    onBegin(context)
  }

  package func relayDidCall(_ call: AppLifecycleProbeCall) {
    lines.append("\(call.isReplay ? "replay " : "")\(call.event) \(call.listener)")
    calls.append(call)
    onCall(call)
  }

  package func relayDidEnd(_ context: AppLifecycleContext) {
    lines.append("end \(context.event)")
    onEnd(context)
  }
}
