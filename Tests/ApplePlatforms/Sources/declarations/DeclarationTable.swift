import Foundation

/// The tables of Declarations.md.
struct DeclarationTable {
  /// One method or property of a delegate protocol.
  struct Declaration {
    /// The class that has it; `nil` for one that only `AppDelegateListener` calls.
    let owner: String?
    let selector: String
    let swift: String
    /// Whether the protocol as a whole is on the main actor, or each of its methods.
    let isProtocolIsolated: Bool
  }

  struct DelegateProtocol {
    let name: String
    let refines: String?
    var declarations: [Declaration] = []
  }

  private var protocols: [DelegateProtocol] = []
  private(set) var called: [(framework: String, declaration: String)] = []

  init(_ page: String) throws {
    for line in page.split(separator: "\n") {
      try readLine(line)
    }
    guard !called.isEmpty, protocols.count == 5, protocols.allSatisfy({ !$0.declarations.isEmpty })
    else { throw Failure(description: "a table of Declarations.md has no rows") }
  }

  func protocols(of framework: String) -> [DelegateProtocol] {
    let prefixes = ["AppKit": "NS", "UIKit": "UI", "WatchKit": "WK"]
    let prefix = prefixes[framework] ?? framework
    return protocols.filter { $0.name.hasPrefix(prefix) }
  }

  private mutating func readLine(_ line: Substring) throws {
    let own =
      #/\| (covered|push) \| (\w+) \| `([^`]+)` \| `([^`]+)` \| ([^|]+) \|.*/#
    let event = #/\| event \| UIApplicationDelegate \| `(\w+):` \|.*/#
    let other = #/\| (?:event|left out|outside) \| \w+Delegate \| `[^`]+` \| [^|]+ \|/#

    if line.hasPrefix("### ") {
      let parts = line.dropFirst(4).split(separator: ": ").map(String.init)
      protocols.append(DelegateProtocol(name: parts[0], refines: parts.dropFirst().first))
    } else if let row = line.wholeMatch(of: own), let last = protocols.indices.last {
      protocols[last].declarations.append(
        Declaration(
          owner: String(row.2), selector: String(row.3), swift: String(row.4),
          isProtocolIsolated: !row.5.contains("each method")))
    } else if let row = line.wholeMatch(of: event) {
      addEvent(String(row.1))
    } else if let row = line.wholeMatch(of: #/\| (\w+Kit|Foundation) \| `([^`]+)` \|.*/#) {
      called.append((String(row.1), String(row.2)))
    } else if line.contains("`"), line.hasPrefix("|"), line.wholeMatch(of: other) == nil {
      throw Failure(description: "a row of Declarations.md has no word that is known: \(line)")
    }
  }

  /// A method of UIKit's app delegate that is called for an event, with the application.
  private mutating func addEvent(_ name: String) {
    guard let index = protocols.firstIndex(where: { $0.name == "UIApplicationDelegate" }) else {
      return
    }

    protocols[index].declarations.append(
      Declaration(
        owner: nil, selector: "\(name):", swift: "func \(name)(_ application: UIApplication)",
        isProtocolIsolated: true))
  }
}
