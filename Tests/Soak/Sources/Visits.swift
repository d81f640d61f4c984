#if os(Linux)
  import LifecycleBus
  import Listeners
  import TestSupport

  /// Listeners that come and go: strong, weak, in a group, closures and streams.
  @MainActor
  final class Visits: Load {
    /// One visit, and how it ends.
    private struct Visit {
      var visitor: Visitor?
      let end: @MainActor () -> Void
    }

    private let bus: Bus
    private let group = ListenerGroup("group")
    private var visits: [Visit] = []
    private var streams: [Int: Task<Void, Never>] = [:]
    private var made = 0
    private var streamsMade = 0

    init(_ bus: Bus) {
      self.bus = bus
      bus.first.attach(
        ListenerGroup("outer") {
          Answering()
          group
        })
    }

    func act(_ random: inout SeededGenerator) {
      if visits.count >= 24 || Bool.random(using: &random) {
        leave(at: Int.random(in: 0..<max(1, visits.count), using: &random))
      } else {
        come(&random)
      }
    }

    private func come(_ random: inout SeededGenerator) {
      made += 1
      let first = bus.first
      let visitor = Visitor(bus.firstCount)
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        let attachment = first.attach(
          visitor, priority: .random(in: -1...1, using: &random), replay: .launch)
        visits.append(Visit(visitor: visitor, end: attachment.detach))
      case 1:
        first.attach(visitor, replay: .state)
        visits.append(Visit(visitor: visitor) { [weak visitor] in visitor.map(first.detach) })
      case 2:
        // Nothing but its release ends it.
        first.attach(weakly: visitor, priority: 1)
        visits.append(Visit(visitor: visitor) {})
      case 3:
        let attachment = group.attach(visitor)
        visits.append(Visit(visitor: visitor, end: attachment.detach))
      case 4:
        let attachment = first.on { context in
          visitor.onAppEvent(context.event, context: context)
        }
        visits.append(Visit(visitor: visitor, end: attachment.detach))
      default:
        stream(number: made)
      }
    }

    /// A loop that leaves after some events.
    private func stream(number: Int) {
      guard streams.count < 8 else { return }
      streamsMade += 1
      let events = bus.first.events()
      streams[number] = Task {
        var count = 0
        for await _ in events {
          count += 1
          if count == 20 { break }
        }
        streams[number] = nil
      }
    }

    private func leave(at index: Int) {
      guard visits.indices.contains(index) else { return }
      let visit = visits.remove(at: index)
      if visit.visitor?.hasHeardAll == false {
        bus.note("a listener that stayed for a while missed posts, or had too many")
      }
      visit.end()
    }

    func finish() async {
      while !visits.isEmpty { leave(at: 0) }
      for task in streams.values {
        task.cancel()
        await task.value
      }
    }

    func count(in totals: inout Totals) {
      totals.listeners = made
      totals.streams = streamsMade
    }
  }
#endif
