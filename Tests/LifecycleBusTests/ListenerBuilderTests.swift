import LifecycleBus
import TestSupport
import Testing

import class Foundation.NotificationCenter

@MainActor
@Suite("The list of listeners in a trailing closure")
struct ListenerBuilderTests {
  @Test("it may have conditions, choices, loops and lists", arguments: [true, false])
  func whole(isDebug: Bool) {
    let bus = TestBus()
    let center = NotificationCenter()
    let mediator = AppLifecycleMediator(notificationCenter: center) {
      if isDebug { bus.listener("debug") }
      if isDebug { bus.listener("either") } else { bus.listener("or") }
      for number in 1...2 { bus.listener("\(number)") }
      if #available(macOS 14, iOS 17, *) { bus.listener("new") }
      [bus.listener("listed"), bus.listener("too")]
    }
    let names = (isDebug ? ["debug", "either"] : ["or"]) + ["1", "2", "new", "listed", "too"]
    #expect(mediator.listenerCount == names.count)
    center.post(.didBecomeActive)
    #expect(bus.calls == names.map { "\($0).didBecomeActive" })
  }
}
