import LifecycleBus

/// One operation on the bus, decided before the run, so that the bus and the reference do the same.
///
/// Mediators, groups, listeners, attachments and holds are numbers. An operation on a number that
/// does not exist does nothing.
enum Act: Equatable {
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
  /// Releases the last reference to a listener that was only ever attached weakly.
  case free(listener: Int)
  case make(mediator: Int, isLifecycle: Bool, state: AppLifecycleState)
  case observeScenes(mediator: Int)
  /// Releases a mediator.
  case drop(mediator: Int)
  /// Releases a mediator on another thread.
  case dropElsewhere(mediator: Int)
  case probe(mediator: Int, isOn: Bool)
  case open(mediator: Int, untilTaken: Bool)
  case terminate(mediator: Int)
  case hold(Int, mediator: Int)
  case release(Int)
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
  /// first list.
  var script: [Int: [[Act]]] = [:]

  /// Added to a mediator's number: the script of its `onAnomaly`.
  static let anomalies = 100
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
