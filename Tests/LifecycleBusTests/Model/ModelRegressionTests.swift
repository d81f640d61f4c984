import LifecycleBus
import Testing

/// Sequences in which the bus once differed from the model, shrunk.
@MainActor
@Suite("Sequences of the model")
struct ModelRegressionTests {
  private func expectMatch(acts: [Act], script: [Int: [[Act]]]) async {
    let mismatch = await ModelRun.mismatch(in: ActSequence(acts: acts, script: script))
    if let mismatch { Issue.record("\(mismatch)") }
  }

  @Test("an urgent end comes after the event in the rest of its group (56)")
  func urgentInGroup() async {
    await expectMatch(
      acts: [
        .make(mediator: 1, isLifecycle: true, state: .notRunning),
        .attach(0, listener: 90, to: .mediator(1), priority: 1, replay: .none, weakly: true),
        .attach(1, listener: 91, to: .group(90), priority: -1, replay: .none, weakly: false),
        .attach(6, listener: 5, to: .group(91), priority: 1, replay: .none, weakly: false),
        .attach(7, listener: 4, to: .group(91), priority: 1, replay: .none, weakly: false),
        .post(.didBecomeActive),
      ],
      script: [5: [[.post(.willTerminate)]]])
  }

  @Test("an urgent end from the handler of anomalies comes after the event (56)")
  func urgentInHandler() async {
    await expectMatch(
      acts: [
        .make(mediator: 1, isLifecycle: true, state: .notRunning),
        .attach(0, listener: 1, to: .mediator(1), priority: 0, replay: .none, weakly: false),
        .post(.didEnterBackground),
      ],
      script: [101: [[.post(.willTerminate)]]])
  }

  @Test("an urgent end from the handler comes after a post off the main actor (56)")
  func urgentInHandlerOfOffMainPost() async {
    await expectMatch(
      acts: [
        .make(mediator: 1, isLifecycle: false, state: .notRunning),
        .observeScenes(mediator: 1),
        .attach(0, listener: 1, to: .mediator(1), priority: 0, replay: .none, weakly: false),
        .postElsewhere(.didEnterBackground),
        .postSceneElsewhere(.didActivate, scene: 0),
        .turn,
      ],
      script: [101: [[.post(.willTerminate)], [.post(.willTerminate)]]])
  }

  @Test("an urgent end comes after the scene event under way (53, 56)")
  func urgentInSceneEvent() async {
    await expectMatch(
      acts: [
        .make(mediator: 1, isLifecycle: false, state: .notRunning),
        .observeScenes(mediator: 1),
        .attach(0, listener: 1, to: .mediator(1), priority: 0, replay: .none, weakly: false),
        .attach(1, listener: 5, to: .mediator(1), priority: 0, replay: .none, weakly: false),
        .postScene(.didActivate, scene: 0),
      ],
      script: [1: [[.post(.willTerminate)]]])
  }

  @Test("after an urgent end a listener does not join the event that it interrupted (10, 56)")
  func attachedAfterUrgentEnd() async {
    await expectMatch(
      acts: [
        .make(mediator: 1, isLifecycle: true, state: .notRunning),
        .make(mediator: 2, isLifecycle: false, state: .inactive),
        .attach(4, listener: 7, to: .mediator(2), priority: -1, replay: .launch, weakly: false),
        .attach(6, listener: 5, to: .mediator(1), priority: 1, replay: .state, weakly: true),
        .post(.didBecomeActive),
      ],
      script: [
        5: [[.post(.willTerminate)]],
        7: [
          [],
          [.attach(12, listener: 3, to: .mediator(1), priority: 0, replay: .state, weakly: true)],
          [.attach(13, listener: 9, to: .mediator(1), priority: 0, replay: .state, weakly: true)],
        ],
      ])
  }

  @Test("a mediator released in a callback hears no scene event that waits for it (14)")
  func releasedDuringSceneEvent() async {
    await expectMatch(
      acts: [
        .make(mediator: 1, isLifecycle: false, state: .notRunning),
        .observeScenes(mediator: 1),
        .make(mediator: 2, isLifecycle: false, state: .notRunning),
        .observeScenes(mediator: 2),
        .attach(0, listener: 1, to: .mediator(1), priority: 0, replay: .none, weakly: false),
        .postScene(.didActivate, scene: 0),
      ],
      script: [1: [[.drop(mediator: 2)]]])
  }

  @Test("a mediator released in its handler of anomalies delivers the event (14)")
  func releasedInHandler() async {
    await expectMatch(
      acts: [
        .make(mediator: 1, isLifecycle: false, state: .notRunning),
        .make(mediator: 2, isLifecycle: true, state: .notRunning),
        .attach(0, listener: 1, to: .mediator(2), priority: 0, replay: .none, weakly: false),
        .post(.didBecomeActive),
      ],
      script: [102: [[.drop(mediator: 2)]]])
  }

  @Test("an end that the values of a former launch post comes after the launch (56, 59)")
  func formerLaunchValuesPostTheEnd() async {
    await expectMatch(
      acts: [
        .make(mediator: 1, isLifecycle: false, state: .notRunning),
        .attach(0, listener: 1, to: .mediator(1), priority: 0, replay: .none, weakly: false),
        .carrying(0, .post(.didFinishLaunching)),
        .post(.didFinishLaunching),
      ],
      script: [300: [[.post(.willTerminate)]]])
  }

  @Test("an urgent end on another center leaves the order of the mediators (49, 56)")
  func urgentOnAnotherCenter() async {
    await expectMatch(
      acts: [
        .make(mediator: 1, isLifecycle: true, state: .notRunning),
        .make(mediator: 2, isLifecycle: true, state: .notRunning),
        .attach(0, listener: 1, to: .mediator(1), priority: 0, replay: .none, weakly: false),
        .attach(1, listener: 5, to: .mediator(2), priority: 0, replay: .none, weakly: false),
        .on(center: 1, .observe(mediator: 2)),
        .post(.didBecomeActive),
      ],
      script: [1: [[.on(center: 1, .post(.willTerminate))]]])
  }

  @Test("a post that waits is released with the last mediator of its center (14, 59)")
  func lostPost() async {
    await expectMatch(
      acts: [
        .make(mediator: 1, isLifecycle: false, state: .notRunning),
        .make(mediator: 2, isLifecycle: false, state: .notRunning),
        .on(center: 1, .observe(mediator: 2)),
        .attach(0, listener: 1, to: .mediator(1), priority: 0, replay: .none, weakly: false),
        .post(.didBecomeActive),
      ],
      script: [
        1: [[.on(center: 1, .carrying(0, .post(.didEnterBackground))), .drop(mediator: 2)]],
        300: [[.post(.willResignActive)]],
      ])
  }

  @Test("a mediator released in its handler of anomalies delivers the scene event (14)")
  func releasedInHandlerOfSceneEvent() async {
    await expectMatch(
      acts: [
        .make(mediator: 1, isLifecycle: false, state: .notRunning),
        .observeScenes(mediator: 1),
        .attach(0, listener: 1, to: .mediator(1), priority: 0, replay: .none, weakly: false),
        .postSceneElsewhere(.didActivate, scene: 0),
        .postSceneElsewhere(.willDeactivate, scene: 0),
        .turn,
      ],
      script: [101: [[.drop(mediator: 1), .post(.willTerminate)]]])
  }

  @Test("what waits comes before an end whose own center ends meanwhile (56)")
  func centerEndsInUrgentPost() async {
    await expectMatch(
      acts: [
        .make(mediator: 1, isLifecycle: true, state: .notRunning),
        .observeScenes(mediator: 1),
        .make(mediator: 2, isLifecycle: true, state: .notRunning),
        .attach(3, listener: 2, to: .mediator(1), priority: 0, replay: .none, weakly: false),
        .attach(6, listener: 3, to: .mediator(1), priority: -1, replay: .none, weakly: false),
        .on(center: 2, .observe(mediator: 2)),
        .attach(12, listener: 1, to: .mediator(1), priority: 0, replay: .none, weakly: false),
        .post(.didFinishLaunching),
      ],
      script: [
        1: [[.drop(mediator: 2)]],
        2: [[.on(center: 2, .post(.willTerminate))]],
        3: [[.postScene(.didEnterBackground, scene: 0)]],
      ])
  }
}
