/// Knows which listeners answer which requests, and asks them.
///
/// It keeps seats, not listeners: the listener table owns those. A seat that is no longer taken is
/// passed over, and dropped when the list has doubled.
@MainActor
final class RequestDesk {
  /// By descending priority, then in the order of attachment.
  private var entries: [Entry] = []
  private var sweepAt = 32
  /// Asynchronous requests that still wait for answers.
  private var inquiries: [any OpenInquiry] = []
  private unowned let table: ListenerTable

  init(table: ListenerTable) { self.table = table }

  private struct Entry {
    let seat: ListenerSeat
    let roles: AdopterRoles
  }

  /// An adopter in its turn.
  struct Adopter<Role> {
    let place: AdopterPlace
    let name: String
    let role: Role
  }

  /// Takes note of what a listener that is being attached answers. One cast, for a listener that
  /// answers nothing.
  func note(_ listener: any AppLifecycleListener, seat: ListenerSeat) {
    guard let listener = listener as? any AppRequestListener else { return }
    if entries.count >= sweepAt {
      entries.removeAll { !$0.seat.isTaken || $0.seat.isAbandoned }
      sweepAt = max(32, entries.count * 2)
    }
    let place = entries.lastIndex { $0.seat.priority >= seat.priority }.map { $0 + 1 } ?? 0
    entries.insert(Entry(seat: seat, roles: AdopterRoles(of: listener)), at: place)
  }

  /// A listener has left: nobody waits for its answers any more.
  func withdrawAbsent() {
    for inquiry in inquiries { inquiry.withdrawAbsent() }
  }

  /// The adopters of a role, in order.
  func adopters<Role>(of adopted: AdopterRoles, as role: Role.Type) -> [Adopter<Role>] {
    var found: [Adopter<Role>] = []
    let wanted = adopted.union(.container)
    for entry in entries where entry.seat.isTaken && !entry.roles.isDisjoint(with: wanted) {
      guard let listener = table.listener(in: entry.seat) else { continue }
      collect(listener, AdopterPlace(seat: entry.seat), entry.roles, adopted, into: &found)
    }
    return found
  }

  private func collect<Role>(
    _ listener: any AppLifecycleListener, _ place: AdopterPlace, _ roles: AdopterRoles,
    _ adopted: AdopterRoles, into found: inout [Adopter<Role>]
  ) {
    if roles.contains(adopted), let role = listener as? Role {
      found.append(Adopter(place: place, name: place.seat.label(of: listener), role: role))
    }
    guard roles.contains(.container), let container = listener as? any AppListenerContainer else {
      return
    }
    let wanted = adopted.union(.container)
    for child in container.containedListeners where !child.roles.isDisjoint(with: wanted) {
      collect(child.listener, place.entering(child), child.roles, adopted, into: &found)
    }
  }

  // MARK: Asking

  /// Asks the adopters in order, and hands back what each of them said.
  ///
  /// - Parameter isFinal: Ends the asking when it says so of an answer.
  func ask<Role, Answer>(
    _ request: AppLifecycleRequest, as role: Role.Type,
    until isFinal: (Answer) -> Bool = { _ in false }, _ question: (Role) -> Answer
  ) -> [AppLifecycleAnswer<Answer>] {
    var answers: [AppLifecycleAnswer<Answer>] = []
    for adopter in adopters(of: AdopterRoles(request), as: role)
    where adopter.place.isPresent {
      let answer = question(adopter.role)
      answers.append(AppLifecycleAnswer(listener: adopter.name, value: answer))
      if isFinal(answer) { break }
    }
    return answers
  }

  /// Asks all adopters at once, and waits until each has answered, left, or missed the deadline.
  ///
  /// - Parameters:
  ///   - missing: What an answer counts as that has not come in time.
  ///   - report: Told of deadlines missed and of answers that come later.
  func ask<Role, Answer: Sendable>(
    _ request: AppLifecycleRequest, as role: Role.Type, deadline: Duration,
    clock: any Clock<Duration>, missing: Answer,
    report: @escaping @MainActor (AppLifecycleAnomaly) -> Void,
    _ question: @escaping @MainActor (Role) async -> Answer
  ) async -> [Answer] {
    let asked = adopters(of: AdopterRoles(request), as: role)
    guard !asked.isEmpty else { return [] }
    let inquiry = Inquiry(request, missing: missing, report: report)
    inquiries.append(inquiry)
    defer { inquiries.removeAll { $0 === inquiry } }
    return await inquiry.ask(asked, deadline: deadline, clock: clock, question)
  }
}
