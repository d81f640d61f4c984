import Foundation

@testable import LifecycleBus
@testable import LifecycleBusSignals
@testable import Listeners

extension HostileInput {
  static func environment(_ bytes: [UInt8]) -> String? {
    let names = ["NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID", "XDG_STATE_HOME", "HOME"]
    // `parts` returns one more than there are names: the program's name.
    let values = parts(bytes, names.count + 1).map(text)
    let environment = Dictionary(uniqueKeysWithValues: zip(names, values))
    let variables = ServiceManagerVariables(environment)
    if let watchdog = variables.watchdog, watchdog <= .zero { return "a watchdog of \(watchdog)" }
    do {
      let directory = try StateDirectory.url(for: values[5], environment: environment)
      let file = DurableFile(directory.appending(path: "last-run"))
      let path = Array(file.path.utf8)
      if path.first != UInt8(ascii: "/") { return "a relative path: \(file.path)" }
      // A program's name is one part of the path, whatever it has in it.
      let base = environment["XDG_STATE_HOME"]?.utf8.first == UInt8(ascii: "/")
      let slashes = parts(bytes, names.count + 1)[base ? 3 : 4].count { $0 == UInt8(ascii: "/") }
      if path.count(where: { $0 == UInt8(ascii: "/") }) > slashes + (base ? 2 : 4) {
        return "a name that leads out of the directory: \(file.path)"
      }
      if file.name != "last-run" { return "a file named \(file.name)" }
    } catch {
      return error.sentence.isEmpty ? "an error without a sentence" : nil
    }
    return nil
  }

  static func notifyAddress(_ bytes: [UInt8]) -> String? {
    let parts = parts(bytes, 2).map(text)
    let status = NotifyText.status(parts[1])
    if status.utf8.contains(where: { [0, 10, 13].contains($0) }) { return "a status of two lines" }
    var queue = NotifyQueue()
    for text in [status, "READY=1", status, parts[1], "STOPPING=1"] { queue.add([text]) }
    while !queue.messages.isEmpty { queue.messages.removeFirst() }
    do {
      let socket = try NotifySocket(name: parts[0])
      if socket.pathBytes.count > NotifySocket.capacity { return "an address that does not fit" }
    } catch {
      // Shown to a person, so neither long nor with control characters in it.
      let text = error.description
      if text.isEmpty || text.utf8.count > 2_000 { return "a sentence of \(text.utf8.count) bytes" }
      if text.unicodeScalars.contains(where: { $0.value < 32 }) { return "a control character" }
    }
    return nil
  }

  /// Bytes that come in pieces are the same lines as those that come at once.
  static func lines(_ bytes: [UInt8]) -> String? {
    guard let size = bytes.first.map({ Int($0 % 16) + 1 }) else { return nil }
    var splitter = LineSplitter()
    var lines: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      lines += splitter.lines(in: Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
    }
    lines += splitter.lines(in: [])
    var expected = bytes.split(separator: 10, omittingEmptySubsequences: false).map(Array.init)
    if expected.last == [] { expected.removeLast() }
    expected = expected.map { $0.last == 13 ? $0.dropLast() : $0 }
    return lines == expected ? nil : "other lines in pieces of \(size)"
  }
}
