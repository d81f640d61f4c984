import Foundation
import LifecycleBus
import TestSupport
import Testing

/// Mediators on centers of their own, which have no mediator in common.
@MainActor
@Suite("One event at a time")
struct OneEventTests {
  private let journal = CallJournal()
  private let centers = (0..<3).map { _ in NotificationCenter() }
  private let listeners: [ActingListener]
  private let mediators: [AppLifecycleMediator]

  init() {
    let (centers, journal) = (centers, journal)
    let listeners = (1...3).map { journal.listener("\($0)") }
    self.listeners = listeners
    mediators = centers.indices.map { index in
      AppLifecycleMediator(
        listeners: [listeners[index], journal.listener("\(index + 1), rest")],
        notificationCenter: centers[index])
    }
  }

  /// Both listeners of the mediators of these numbers, each with the event.
  private func lines(_ numbers: Int..., each event: AppLifecycleEvent) -> [String] {
    numbers.flatMap { ["\($0) \(event)", "\($0), rest \(event)"] }
  }

  @Test("a post on an unrelated center from inside a callback waits (67)")
  func another() {
    listeners[0].acts[.didBecomeActive] = { [centers] in centers[1].post(.didReceiveMemoryWarning) }
    centers[0].post(.didBecomeActive)
    #expect(
      journal.lines
        == lines(1, each: .didBecomeActive) + lines(2, each: .didReceiveMemoryWarning))
  }

  @Test("posts on several centers are delivered in the order in which they were made (67)")
  func order() {
    listeners[0].acts[.didBecomeActive] = { [centers] in
      centers[2].post(.userDidTakeScreenshot)
      centers[0].post(.userDidTakeScreenshot)
      centers[1].post(.userDidTakeScreenshot)
    }
    listeners[2].acts[.userDidTakeScreenshot] = { [centers] in
      centers[0].post(.didReceiveMemoryWarning)
    }
    centers[0].post(.didBecomeActive)
    #expect(
      journal.lines == lines(1, each: .didBecomeActive)
        + lines(3, 1, 2, each: .userDidTakeScreenshot) + lines(1, each: .didReceiveMemoryWarning))
  }

  @Test("centers that are joined through a third one take turns (67)")
  func joined() {
    mediators[0].observe(centers[1])
    mediators[2].observe(centers[1])
    listeners[0].acts[.didBecomeActive] = { [centers] in centers[2].post(.didReceiveMemoryWarning) }
    centers[0].post(.didBecomeActive)
    #expect(
      journal.lines
        == lines(1, each: .didBecomeActive) + lines(3, each: .didReceiveMemoryWarning))
  }

  @Test("a post on an unrelated center from a scene's callback waits (67)")
  func scenes() {
    mediators[0].observeScenes(on: centers[0])
    listeners[0].sceneActs[.didActivate] = { [centers] in
      centers[1].post(.didReceiveMemoryWarning)
    }
    centers[0].post(.didActivate, scene: Scene())
    #expect(
      journal.lines == ["1 scene didActivate", "1, rest scene didActivate"]
        + lines(2, each: .didReceiveMemoryWarning))
  }

  @Test("a post on an unrelated center in onAttach(to:) waits for the replay (67, 70)")
  func attaching() {
    centers[0].post(.didFinishLaunching)
    let late = journal.listener("late")
    late.attachAct = { [centers] _ in centers[1].post(.didReceiveMemoryWarning) }
    mediators[0].attach(late, replay: .launch)
    #expect(
      journal.lines == lines(1, each: .didFinishLaunching)
        + ["late attached", "late replayed didFinishLaunching"]
        + lines(2, each: .didReceiveMemoryWarning))
  }

  @Test("a thread's post on an unrelated center waits for the current event (35, 67)")
  func thread() {
    listeners[0].acts[.didBecomeActive] = { [centers] in
      RemotePoster(centers[1]).postElsewhere(.didReceiveMemoryWarning)
      centers[2].post(.userDidTakeScreenshot)
    }
    centers[0].post(.didBecomeActive)
    #expect(
      journal.lines == lines(1, each: .didBecomeActive)
        + lines(2, each: .didReceiveMemoryWarning) + lines(3, each: .userDidTakeScreenshot))
  }

  @Test("an end on an unrelated center comes after the event, before its post returns (56, 67)")
  func end() {
    listeners[0].acts[.didBecomeActive] = { [centers, journal] in
      centers[1].post(.willTerminate)
      journal.write("returned")
    }
    centers[0].post(.didBecomeActive)
    #expect(
      journal.lines == lines(1, each: .didBecomeActive) + lines(2, each: .willTerminate)
        + ["returned"])
  }

  @Test("an end comes after the earlier posts on all centers (56, 67)")
  func endAfterPosts() {
    listeners[0].acts[.didBecomeActive] = { [centers, journal] in
      centers[2].post(.didReceiveMemoryWarning)
      centers[0].post(.didReceiveMemoryWarning)
      centers[1].post(.willTerminate)
      journal.write("returned")
    }
    centers[0].post(.didBecomeActive)
    #expect(
      journal.lines == lines(1, each: .didBecomeActive)
        + lines(3, 1, each: .didReceiveMemoryWarning) + lines(2, each: .willTerminate)
        + ["returned"])
  }

  @Test("what is posted on any center during an end waits for the outer callbacks (56, 67)")
  func postDuringEnd() {
    listeners[0].acts[.didBecomeActive] = { [centers, journal] in
      centers[1].post(.willTerminate)
      journal.write("returned")
    }
    listeners[1].acts[.willTerminate] = { [centers] in centers[2].post(.didReceiveMemoryWarning) }
    centers[0].post(.didBecomeActive)
    #expect(
      journal.lines == lines(1, each: .didBecomeActive) + lines(2, each: .willTerminate)
        + ["returned"] + lines(3, each: .didReceiveMemoryWarning))
  }

  @Test("an end that is posted in the callback of an end on another center waits (67)")
  func endInEnd() {
    listeners[0].acts[.willTerminate] = { [centers, journal] in
      centers[1].post(.willTerminate)
      journal.write("returned")
    }
    centers[0].post(.willTerminate)
    #expect(
      journal.lines == ["1 willTerminate", "returned", "1, rest willTerminate"]
        + lines(2, each: .willTerminate))
  }

  @Test(
    "two listeners that end the app in one event each hear of it before their post returns (56)")
  func twoEnds() {
    let rest = journal.listener("1, third")
    mediators[0].attach(rest)
    for (listener, center) in [(listeners[0], centers[1]), (rest, centers[2])] {
      listener.acts[.didBecomeActive] = { [journal, name = listener.listenerName] in
        center.post(.willTerminate)
        journal.write("\(name) returned")
      }
    }
    centers[0].post(.didBecomeActive)
    #expect(
      journal.lines == lines(1, each: .didBecomeActive)
        + ["1, third didBecomeActive"] + lines(2, 3, each: .willTerminate)
        + ["1, third returned", "1 returned"])
  }
}
