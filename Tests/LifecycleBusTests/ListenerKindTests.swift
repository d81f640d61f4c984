import Foundation
import TestSupport
import Testing

@testable import LifecycleBus

/// The calls that listeners of 40 kinds receive from a mediator, against a relay that calls each
/// method of the protocol by hand.
@MainActor
@Suite("Listeners of every kind")
struct ListenerKindTests {
  @Test("there are 40 kinds of listeners, of two modules")
  func kinds() {
    #expect(ListenerKinds.all.count == 40)
    #expect(Set(ListenerKinds.all.map { typeName(of: $0) }).count == 38)
  }

  @Test("each kind gets the calls of a relay that calls every method (4, 46)", arguments: 0..<40)
  func oneByOne(kind: Int) {
    let run = Run(policy: .relay)
    run.attach(ListenerKinds.all[kind], named: "it", priority: 0)
    for event in AppLifecycleEvent.allCases { run.post(event) }
    #expect(run.heard.lines == run.expected.lines)
  }

  @Test(
    "random listeners of all kinds get the calls of a relay that calls every method (4)",
    arguments: (1...8).map { UInt64($0) })
  func atRandom(seed: UInt64) {
    for round in 0..<50 {
      var random = SeededGenerator(seed: seed * 1000 + UInt64(round))
      let isMirrored = Bool.random(using: &random)
      let run = Run(
        policy: .init(order: isMirrored ? .mirrored : .registration, admission: .asPosted))
      for number in 0..<Int.random(in: 1...60, using: &random) {
        guard let make = ListenerKinds.all.randomElement(using: &random) else { continue }
        run.attach(
          make, named: "\(number)", priority: Int.random(in: 0..<3, using: &random))
        if Int.random(in: 0..<5, using: &random) == 0 { run.detachOne(using: &random) }
        if let event = AppLifecycleEvent.named.randomElement(using: &random) { run.post(event) }
      }
      guard run.heard.lines == run.expected.lines else {
        let place = zip(run.heard.lines, run.expected.lines).prefix { $0 == $1 }.count
        Issue.record(
          """
          seed \(seed), round \(round): from call \(place) on heard \
          \(run.heard.lines.dropFirst(place).prefix(4)), expected \
          \(run.expected.lines.dropFirst(place).prefix(4))
          """)
        return
      }
    }
  }

  private func typeName(of make: ListenerKinds.Make) -> String {
    "\(type(of: make(CallNote("", CallJournal()))))"
  }

  /// Twins of each listener: one on a mediator, one in a list that is called by hand.
  @MainActor
  private final class Run {
    let heard = CallJournal()
    let expected = CallJournal()
    private let center = NotificationCenter()
    private let vocabulary = AppLifecycleVocabulary(
      Dictionary(
        uniqueKeysWithValues: AppLifecycleEvent.allCases.map {
          ($0, Notification.Name("Kinds.\($0)"))
        }))
    private let mediator: AppLifecycleMediator
    private let policy: AppLifecycleMediator.Policy
    private var twins: [Twin] = []
    private var state = AppLifecycleState.notRunning

    private struct Twin {
      let listener: any AppLifecycleListener
      let priority: Int
      let attachment: AppLifecycleAttachment
      /// Has a `receive` of its own.
      let forwards: Bool
    }

    init(policy: AppLifecycleMediator.Policy) {
      self.policy = policy
      mediator = AppLifecycleMediator(
        policy: policy, vocabulary: vocabulary, notificationCenter: center)
    }

    func attach(_ make: ListenerKinds.Make, named name: String, priority: Int) {
      let attachment = mediator.attach(make(CallNote(name, heard)), priority: priority)
      let twin = make(CallNote(name, expected))
      let type = "\(type(of: twin))"
      let forwards = ["Forwarding", "Pair", "Closure", "ListenerGroup"].contains {
        type.hasPrefix($0)
      }
      twins.append(
        Twin(listener: twin, priority: priority, attachment: attachment, forwards: forwards))
    }

    func detachOne(using random: inout SeededGenerator) {
      guard !twins.isEmpty else { return }
      twins.remove(at: Int.random(in: 0..<twins.count, using: &random)).attachment.detach()
    }

    func post(_ event: AppLifecycleEvent) {
      mediator.post(event)
      let previousState = state
      state = event.resultingState ?? state
      let isMirrored = event.direction == .down && policy.order == .mirrored
      let context = AppLifecycleContext(
        event: event, state: state, previousState: previousState, origin: .posted,
        order: isMirrored ? .mirrored : .registration, userInfo: nil, poster: nil)
      let inOrder = twins.enumerated().sorted {
        ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset)
      }.map(\.element)
      for twin in isMirrored ? inOrder.reversed() : inOrder {
        if twin.forwards {
          twin.listener.receive(event, context: context)
        } else {
          Self.callEveryMethod(of: twin.listener, event, context)
        }
      }
    }

    private static func callEveryMethod(
      of listener: any AppLifecycleListener, _ event: AppLifecycleEvent,
      _ context: AppLifecycleContext
    ) {
      switch event {
      case .didFinishLaunching: listener.onAppDidFinishLaunching()
      case .willEnterForeground: listener.onAppWillEnterForeground()
      case .didBecomeActive: listener.onAppDidBecomeActive()
      case .willResignActive: listener.onAppWillResignActive()
      case .didEnterBackground: listener.onAppDidEnterBackground()
      case .willTerminate: listener.onAppWillTerminate()
      case .didReceiveMemoryWarning: listener.onAppDidReceiveMemoryWarning()
      case .significantTimeChange: listener.onAppSignificantTimeChange()
      case .protectedDataWillBecomeUnavailable:
        listener.onAppProtectedDataWillBecomeUnavailable()
      case .protectedDataDidBecomeAvailable: listener.onAppProtectedDataDidBecomeAvailable()
      case .backgroundRefreshStatusDidChange: listener.onAppBackgroundRefreshStatusDidChange()
      case .userDidTakeScreenshot: listener.onAppUserDidTakeScreenshot()
      case .systemWillSleep: listener.onAppSystemWillSleep()
      case .systemDidWake: listener.onAppSystemDidWake()
      case .systemPrefersReducedResourceUsageDidChange:
        listener.onAppSystemPrefersReducedResourceUsageDidChange()
      }
      listener.onAppEvent(event, context: context)
    }
  }
}
