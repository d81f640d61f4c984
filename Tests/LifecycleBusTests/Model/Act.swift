import LifecycleBus

/// One operation on the bus, decided before the run, so that the bus and the reference do the same.
///
/// Mediators, groups, listeners, attachments and holds are numbers. An operation on a number that
/// does not exist does nothing.
enum Act: Equatable {
  /// An operation on a center; the others are on the first one.
  indirect case on(center: Int, Act)
  /// A post with an object that nobody else keeps.
  indirect case carrying(Int, Act)
  /// Posts on the main actor.
  case post(AppLifecycleEvent)
  /// Posts on another thread, and waits until the post has returned there.
  case postElsewhere(AppLifecycleEvent)
  /// A window's event.
  case postScene(AppSceneEvent, scene: Int)
  case postSceneElsewhere(AppSceneEvent, scene: Int)
  case attach(
    Int, listener: Int, to: Place, priority: Int, replay: AppLifecycleMediator.Replay,
    weakly: Bool)
  /// Ends an attachment.
  case end(Int)
  /// Detaches an object from a mediator or a group.
  case detach(listener: Int, from: Place)
  /// Releases the caller's reference to a listener.
  case free(listener: Int)
  /// Releases the only reference to a listener that was only ever attached weakly, on another thread
  /// and while the bus goes on. The thread counts to a number first; with -1, the bus waits for it.
  case freeMeanwhile(listener: Int, after: Int)
  /// Makes a listener anew that was released.
  case renew(listener: Int)
  case make(mediator: Int, isLifecycle: Bool, state: AppLifecycleState)
  /// The mediator observes the center too.
  case observe(mediator: Int)
  case observeScenes(mediator: Int)
  /// Notes that the process was suspended and continued, and could not post that.
  case missSuspension(mediator: Int)
  /// Releases a mediator.
  case drop(mediator: Int)
  /// Releases a mediator on another thread.
  case dropElsewhere(mediator: Int)
  case probe(mediator: Int, isOn: Bool)
  case open(mediator: Int, untilTaken: Bool)
  case terminate(mediator: Int)
  case hold(Int, mediator: Int)
  case release(Int)
  case releaseElsewhere(Int)
  /// The system's time for the holds of a mediator runs out.
  case expire(mediator: Int)
  /// Reads what can be read. Each operation of a sequence ends with it too.
  case look
  /// Lets the main queue run until nothing is left there. At the top level only.
  case turn
  /// Asks asynchronously, and waits for the answer. At the top level only.
  case fetch(mediator: Int)
  /// Waits for the holds of a mediator, until the budget runs out. At the top level only.
  case runOut(mediator: Int)
  /// Begins to wait for the holds of a mediator. At the top level only.
  case wait(Int, mediator: Int)
  /// The budget of a wait runs out. At the top level only.
  case endBudget(Int)
}

extension Act {
  /// Whether the main queue runs meanwhile.
  var takesTurns: Bool {
    switch self {
    case .turn, .fetch, .runOut, .wait, .endBudget: true
    default: false
    }
  }
}

/// Where a listener is attached.
enum Place: Hashable {
  case mediator(Int)
  case group(Int)
}

/// A run: operations one after another, and those that are performed inside callbacks.
struct ActSequence: Equatable {
  var acts: [Act]
  /// By number of the listener, or of the mediator and `anomalies`: the first call performs the
  /// first list. By number of a listener and `deinits`, or of a payload and `payloads`: a deinit
  /// performs it.
  var script: [Int: [[Act]]] = [:]

  /// Added to a mediator's number: the script of its `onAnomaly`.
  static let anomalies = 100
  /// Added to a listener's number: the script of its `deinit`.
  static let deinits = 200
  /// Added to a payload's number: the script of its `deinit`.
  static let payloads = 300
  /// A number of this size and more is a group's.
  static let groups = 90
  /// Callbacks inside callbacks beyond this depth perform nothing.
  static let deepest = 8

  /// What a listener is, by its number.
  enum Kind: Int {
    /// Acts in the event's own method.
    case typed
    /// Hears of scenes.
    case scene
    /// Answers requests.
    case answering
    /// A struct.
    case value

    init(of listener: Int) { self = Kind(rawValue: listener % 4) ?? .typed }
  }

  /// The sequence as a test to paste into ModelRegressionTests.swift.
  func test(named name: String) -> String {
    func list(_ acts: [Act], _ indent: String) -> String {
      "[\n" + acts.map { "\(indent)  \(source($0)),\n" }.joined() + "\(indent)]"
    }
    var script = ""
    for (key, calls) in self.script.sorted(by: { $0.key < $1.key }) {
      script += "        \(key): [\n"
      for acts in calls { script += "          \(list(acts, "          ")),\n" }
      script += "        ],\n"
    }
    return """
        @Test("the bus matches the model in \(name)")
        func \(name)() async {
          await expectMatch(
            acts: \(list(acts, "      ")),
            script: \(script.isEmpty ? "[:]" : "[\n\(script)      ]"))
        }
      """
  }

  /// An operation as source: the standard description, without the names of the types.
  private func source(_ act: Act) -> String {
    ".\(act)".replacing(/(?:[A-Z]\w*\.)+/, with: ".")
  }
}
