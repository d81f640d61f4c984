import Foundation
import LifecycleBus
import TestSupport
import Testing

/// A test that is one row of a table: a world, what happens in it and in which callback, and the
/// journal of all calls.
///
/// ```swift
/// "a listener that is detached before its turn is not called (7)":
///   Row("a b c", "A; R", ["a.A": "detach b"], "ac.A ac.R"),
/// ```
///
/// The world `a g(b c+1) d? | e || f` has three mediators. The first has the listeners a and d,
/// which is attached weakly, and between them a group g of two, one of which has the priority 1.
/// The second is on the same center as the first, and the third on a center of its own. The
/// commands are those of `World.perform`. What a callback does is found by its line of the journal,
/// and done once.
///
/// In the journal `a.A` means that a received didBecomeActive, `a~A` that it was replayed, `a*A`
/// that the policy added it, `a:A` that it is a scene's, `a+` that a was attached, and `ab.A` both
/// `a.A` and `b.A`. A probe writes `[A`, `<a`, `>a` and `]A`. A reported anomaly is `0!duplicate`,
/// with the number of the mediator.
struct Row: Sendable, CustomTestStringConvertible {
  private(set) var testDescription = ""
  let world: String
  let script: String
  let acts: [String: String]
  let expected: [String]
  var policy: AppLifecycleMediator.Policy
  let state: AppLifecycleState

  init(
    _ world: String, _ script: String, _ acts: [String: String], _ expected: String,
    policy: AppLifecycleMediator.Policy = .asPosted, state: AppLifecycleState = .notRunning
  ) {
    (self.world, self.script, self.acts) = (world, script, acts)
    (self.policy, self.state) = (policy, state)
    self.expected = expected.split(whereSeparator: \.isWhitespace).flatMap { Self.lines($0) }
  }

  /// Nothing happens in a callback.
  init(
    _ world: String, _ script: String, _ expected: String,
    policy: AppLifecycleMediator.Policy = .asPosted, state: AppLifecycleState = .notRunning
  ) {
    self.init(world, script, [:], expected, policy: policy, state: state)
  }

  /// Rows and their titles.
  static func table(_ rows: KeyValuePairs<String, Row>) -> [Row] {
    rows.map { title, row in
      var row = row
      row.testDescription = title
      return row
    }
  }

  private static func lines(_ line: Substring) -> [String] {
    let names = line.prefix { $0.isLowercase }
    guard let mark = line.dropFirst(names.count).first, ".~*:+".contains(mark) else {
      return [String(line)]
    }
    return names.map { "\($0)\(line.dropFirst(names.count))" }
  }

  /// The journal, when what threads have posted has been delivered too.
  @MainActor
  func play() async -> [String] {
    let world = World(policy, state)
    world.make(self.world, on: NotificationCenter())
    world.journal = []
    world.acts = acts
    world.perform(script)
    await nextMainTurn()
    return world.journal
  }
}

@MainActor
final class World {
  fileprivate var journal: [String] = []
  fileprivate var acts: [String: String] = [:]
  /// `nil` where one was released.
  private var mediators: [AppLifecycleMediator?] = []
  /// The center of each mediator.
  private var centers: [NotificationCenter] = []
  private var listeners: [String: any AppLifecycleListener & AnyObject] = [:]
  private var attachments: [String: AppLifecycleAttachment] = [:]
  private let policy: AppLifecycleMediator.Policy
  private let state: AppLifecycleState
  private let scene = Scene()

  fileprivate init(_ policy: AppLifecycleMediator.Policy, _ state: AppLifecycleState) {
    (self.policy, self.state) = (policy, state)
  }

  fileprivate func write(_ line: String) {
    journal.append(line)
    acts.removeValue(forKey: line).map(perform)
  }

  /// Performs commands, which a semicolon separates. Letters are posts, with a colon those of the
  /// scene; `at 1` names a mediator or its center, which is 0 without it.
  fileprivate func perform(_ commands: String) {
    for command in commands.split(separator: ";") {
      var words = command.split(separator: " ").map(String.init)
      let index = take("at", from: &words).flatMap { Int($0) } ?? 0
      let verb = words[0]
      switch verb {
      case "attach": attach(words, at: index)
      case "detach": words.dropFirst().forEach(detach)
      // The last reference to a listener that is attached weakly.
      case "forget": listeners[words[1]] = nil
      // The last reference to a mediator.
      case "release": release(index, elsewhere: words.count > 1)
      case "make": make(words.dropFirst().joined(separator: " "), on: centers[index])
      // By the first mediator, also for scenes.
      case "observe":
        mediators[0]?.observe(centers[index])
        mediators[0]?.observeScenes(on: centers[index])
      case "probe": mediators[index]?.probe = JournalProbe(self)
      case "unprobe": mediators[index]?.probe = nil
      case "report": for number in mediators.indices { report(number) }
      case "count": write("#\(mediators[index]?.listenerCount ?? 0)")
      case "write": write(words[1])
      case "end":
        post(["T"], at: index)
        write("back")
      // On a thread, while the main actor is busy.
      case "elsewhere": post(Array(words.dropFirst()), at: index, elsewhere: true)
      default: post(words, at: index)
      }
    }
  }

  /// Takes out two words, of which the first is this one.
  private func take(_ word: String, from words: inout [String]) -> String? {
    guard let place = words.firstIndex(of: word) else { return nil }
    words.remove(at: place)
    return words.remove(at: place)
  }

  // MARK: Mediators and listeners

  /// Makes mediators, the first one on this center.
  fileprivate func make(_ world: String, on first: NotificationCenter) {
    var center = first
    for part in world.split(separator: "|", omittingEmptySubsequences: false) {
      if part.isEmpty, !world.isEmpty {
        center = NotificationCenter()
        continue
      }
      centers.append(center)
      var text = part
      let places = places(&text)
      let isPlain = places.allSatisfy { $0.priority == 0 && !$0.isWeak }
      let mediator = AppLifecycleMediator(
        listeners: isPlain ? places.map(\.listener) : [], policy: policy, vocabulary: .uiKit,
        notificationCenter: center, initialState: state)
      mediator.observeScenes(on: center)
      mediators.append(mediator)
      // Changes nothing for those that are attached.
      for place in places { attach(place, to: mediator) }
    }
  }

  /// `attach g(d e) to h`, or `attach d+5 state`.
  private func attach(_ words: [String], at mediator: Int) {
    var words = Array(words.dropFirst())
    let group = take("to", from: &words).flatMap { listeners[$0] as? ListenerGroup }
    let replays: [String: AppLifecycleMediator.Replay] = ["state": .state, "launch": .launch]
    let replay = words.last.flatMap { replays[$0] }
    if replay != nil { words.removeLast() }
    var text = words.joined(separator: " ")[...]
    for place in places(&text) {
      if let group {
        attachments[place.name] = group.attach(place.listener, priority: place.priority)
      } else if let mediator = mediators[mediator] {
        attach(place, to: mediator, replay: replay ?? .none)
      }
    }
  }

  private func attach(
    _ place: Place, to mediator: AppLifecycleMediator, replay: AppLifecycleMediator.Replay = .none
  ) {
    attachments[place.name] =
      place.isWeak
      ? mediator.attach(weakly: place.listener, priority: place.priority, replay: replay)
      : mediator.attach(place.listener, priority: place.priority, replay: replay)
  }

  /// Ends the last attachment, or all if `attach` has not returned yet.
  private func detach(_ name: String) {
    if let attachment = attachments.removeValue(forKey: name) { return attachment.detach() }
    guard let listener = listeners[name] else { return }
    for mediator in mediators { mediator?.detach(listener) }
    for group in listeners.values { (group as? ListenerGroup)?.detach(listener) }
  }

  private func release(_ mediator: Int, elsewhere: Bool) {
    // A thread uses it while this one waits.
    nonisolated(unsafe) var cargo = mediators[mediator]
    mediators[mediator] = nil
    if elsewhere { onThread { cargo = nil } }
    withExtendedLifetime(cargo) {}
  }

  private func report(_ number: Int) {
    mediators[number]?.onAnomaly = { [weak self] anomaly in
      if case .other(let kind, _) = anomaly {
        self?.write("\(number)!\(kind)")
      } else {
        self?.write("\(number)!\(Mirror(reflecting: anomaly).children.first?.label ?? "")")
      }
    }
  }

  // MARK: Posts

  private func post(_ letters: [String], at mediator: Int, elsewhere: Bool = false) {
    let poster = RemotePoster(centers[mediator])
    // A thread uses them while this one waits.
    nonisolated(unsafe) let notifications = letters.map { notification($0) }
    let post = {
      for (name, object) in notifications { poster.post(name, object: object) }
    }
    if elsewhere { onThread(post) } else { post() }
  }

  private func notification(_ letter: String) -> (Notification.Name, AnyObject?) {
    if let event = Letters.scenes.first(where: { letter == ":\($0.value)" })?.key {
      return (event.notificationName, scene)
    }
    let event = Letters.events.first { $0.value == letter }?.key
    guard let name = event.flatMap({ AppLifecycleVocabulary.uiKit.name(for: $0) }) else {
      preconditionFailure("Neither an event nor a command: \(letter)")
    }
    return (name, nil)
  }

  private func onThread(_ work: @escaping () -> Void) {
    // This thread waits for the other one.
    nonisolated(unsafe) let work = work
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      work()
      done.signal()
    }
    done.wait()
  }

  // MARK: Descriptions

  private typealias Place = (
    name: String, listener: any AppLifecycleListener & AnyObject, priority: Int, isWeak: Bool
  )

  /// Reads listeners up to the end or a closing parenthesis. A known name is the same object.
  private func places(_ text: inout Substring) -> [Place] {
    var places: [Place] = []
    while let character = text.first {
      if character == " " {
        text.removeFirst()
        continue
      }
      if character == ")" { break }
      let name = word(&text) { $0.isLowercase }
      if text.first == "(" {
        text.removeFirst()
        let group = ListenerGroup(name)
        listeners[name] = group
        for child in self.places(&text) {
          attachments[child.name] = group.attach(child.listener, priority: child.priority)
        }
        text.removeFirst()
      }
      let listener = listeners[name] ?? JournalListener(name, self)
      listeners[name] = listener
      let mark = word(&text) { !" )".contains($0) }
      places.append((name, listener, Int(mark) ?? 0, mark == "?"))
    }
    return places
  }

  private func word(_ text: inout Substring, while isPart: (Character) -> Bool) -> String {
    let part = text.prefix(while: isPart)
    text.removeFirst(part.count)
    return String(part)
  }
}

/// The letters of the events.
enum Letters {
  static let events: [AppLifecycleEvent: String] = [
    .didFinishLaunching: "L", .willEnterForeground: "F", .didBecomeActive: "A",
    .willResignActive: "R", .didEnterBackground: "B", .willTerminate: "T",
    .didReceiveMemoryWarning: "M", .userDidTakeScreenshot: "S", .significantTimeChange: "C",
  ]
  static let scenes: [AppSceneEvent: String] = [
    .willConnect: "C", .willEnterForeground: "F", .didActivate: "A", .willDeactivate: "R",
    .didEnterBackground: "B", .didDisconnect: "D", .systemProtectionDidChange: "P",
  ]

  static func of(_ events: [AppLifecycleEvent]) -> String {
    events.map { Self.events[$0] ?? "?" }.joined()
  }

  /// The events of letters without spaces.
  static func events(_ letters: String) -> [AppLifecycleEvent] {
    letters.compactMap { letter in events.first { $0.value == "\(letter)" }?.key }
  }
}

/// A fake of a window.
final class Scene: NSObject {}

private final class JournalListener: AppSceneListener, AppNamedListener {
  let listenerName: String
  private weak var world: World?

  init(_ name: String, _ world: World) { (listenerName, self.world) = (name, world) }

  func onAttach(to mediator: AppLifecycleMediator) { world?.write("\(listenerName)+") }

  func onAppEvent(_ event: AppLifecycleEvent, context: AppLifecycleContext) {
    let mark =
      switch context.origin {
      case .posted: "."
      case .synthesized: "*"
      case .replayed: "~"
      }
    world?.write("\(listenerName)\(mark)\(Letters.events[event] ?? "?")")
  }

  func onAppSceneEvent(_ event: AppSceneEvent, _ scene: AppSceneContext) {
    world?.write("\(listenerName):\(Letters.scenes[event] ?? "?")")
  }
}

private final class JournalProbe: AppLifecycleProbe {
  private weak var world: World?

  init(_ world: World) { self.world = world }

  func willDeliver(_ context: AppLifecycleContext) { write("[", context) }
  func didDeliver(_ context: AppLifecycleContext) { write("]", context) }
  func didCall(_ call: AppLifecycleProbeCall) { world?.write(">\(call.listener)") }

  func willCall(_ listener: String, for context: AppLifecycleContext) {
    world?.write("<\(listener)")
  }

  private func write(_ mark: String, _ context: AppLifecycleContext) {
    world?.write("\(mark)\(Letters.events[context.event] ?? "?")")
  }
}
