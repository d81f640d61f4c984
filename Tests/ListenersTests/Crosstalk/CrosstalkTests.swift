import Foundation
import LifecycleBus
import Listeners
import TestSupport
import Testing

@MainActor
@Suite("Cross-talk: listeners that talk through typed messages on the mediator's center")
struct CrosstalkTests {
  @Test("a message has reached the other listener when its post returns, before the event goes on")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func inOrder() {
    let center = NotificationCenter()
    let journal = Journal()
    let mediator = AppLifecycleMediator(notificationCenter: center) {
      Inbox(center: center, journal: journal)
      Badge(center: center, journal: journal)
    }
    center.post(.didBecomeActive)
    #expect(
      journal.lines == [
        "inbox: active", "badge: shows 1", "badge: shows 2", "inbox: fetched 2", "badge: active",
      ])
    #expect(mediator.listenerCount == 2)
  }

  @Test("an event posted by whoever gets a message waits until the current event is over (15)")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func eventFromAMessage() {
    let center = NotificationCenter()
    let journal = Journal()
    let mediator = AppLifecycleMediator(notificationCenter: center) {
      Inbox(center: center, journal: journal)
      ClosureListener { journal.lines.append("last: \($0.event)") }
    }
    let token = center.addObserver(for: Inbox.DidFetch.self) { message in
      if message.unread == 2 { center.post(.didReceiveMemoryWarning) }
    }
    center.post(.didBecomeActive)
    #expect(
      journal.lines == [
        "inbox: active", "inbox: fetched 2", "last: didBecomeActive",
        "last: didReceiveMemoryWarning",
      ])
    center.removeObserver(token)
    #expect(mediator.state == .active)
  }

  @Test("a listener that has gone gets no message, and the one that posts does not notice")
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func listenerGone() {
    let center = NotificationCenter()
    let journal = Journal()
    let inbox = Inbox(center: center, journal: journal)
    let mediator = AppLifecycleMediator(listeners: [inbox], notificationCenter: center)
    let badge = mediator.attach(Badge(center: center, journal: journal))
    badge.detach()
    center.post(.didBecomeActive)
    #expect(journal.lines == ["inbox: active", "inbox: fetched 2"])
  }
}

@MainActor
private final class Journal {
  var lines: [String] = []
}

/// Posts a message for each thing that it fetches.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
private final class Inbox: AppLifecycleListener {
  struct DidFetch: NotificationCenter.MainActorMessage {
    typealias Subject = Inbox
    let unread: Int
  }

  private let center: NotificationCenter
  private let journal: Journal

  init(center: NotificationCenter, journal: Journal) {
    self.center = center
    self.journal = journal
  }

  func onAppDidBecomeActive() {
    journal.lines.append("inbox: active")
    for unread in 1...2 { center.post(DidFetch(unread: unread), subject: self) }
    journal.lines.append("inbox: fetched 2")
  }
}

/// Observes the messages of whatever inbox there is, for as long as it lives.
@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
private final class Badge: AppLifecycleListener {
  private let token: NotificationCenter.ObservationToken
  private let journal: Journal

  init(center: NotificationCenter, journal: Journal) {
    self.journal = journal
    token = center.addObserver(for: Inbox.DidFetch.self) { message in
      journal.lines.append("badge: shows \(message.unread)")
    }
  }

  func onAppDidBecomeActive() { journal.lines.append("badge: active") }
}
