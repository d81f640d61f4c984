import LifecycleBus

/// What a player acts on: the model, or the package.
///
/// Listeners have the numbers 1 to 4, groups 5 and 6, mediators 7 to 9. A *place* is where a
/// listener can be attached: a group or a mediator.
@MainActor
protocol Stage: AnyObject {
  func make(_ mediator: Int, _ plan: Plan)
  func release(_ mediator: Int, elsewhere: Bool)
  func observe(_ channel: Channel, by mediator: Int)
  func setProbe(of mediator: Int, isOn: Bool)

  func attach(_ listener: Int, to place: Int, _ terms: Terms)
  func detach(_ listener: Int, from place: Int)

  func post(_ post: Post)

  /// Gives the main actor time for all that threads have posted.
  func wait() async

  /// What can be read of a mediator, as text.
  func reading(of mediator: Int) -> String
}

/// How a mediator is made.
struct Plan {
  let listeners: [Int]
  let policy: AppLifecycleMediator.Policy
  let center: Int
  let state: AppLifecycleState
}

/// How a listener is attached.
struct Terms {
  let priority: Int
  let replay: AppLifecycleMediator.Replay
}

/// One of two centers: its notifications of the app, or those of its scenes.
struct Channel: Hashable {
  let center: Int
  let hasScenes: Bool
}

struct Post {
  enum Subject {
    case app(AppLifecycleEvent)
    case scene(AppSceneEvent)
  }

  /// The first post is 1.
  let number: Int
  let subject: Subject
  let center: Int
  let isElsewhere: Bool

  var channel: Channel {
    switch subject {
    case .app:
      Channel(center: center, hasScenes: false)
    case .scene:
      Channel(center: center, hasScenes: true)
    }
  }

  var isEnd: Bool {
    if case .app(.willTerminate) = subject { return true }
    return false
  }
}
