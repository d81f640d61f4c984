/// One method or property of a delegate protocol.
struct Declaration {
  enum Place: String {
    case covered
    case push
    case optIn = "you add"
  }

  let place: Place
  /// The class that has it, or whose subclass adds it.
  let owner: String
  let selector: String
  let swift: String
  /// Whether the protocol as a whole is on the main actor, or each of its methods.
  let isProtocolIsolated: Bool
}

/// One delegate protocol.
struct DelegateProtocol {
  let name: String
  let refines: String?
  var declarations: [Declaration] = []

  var framework: String {
    name.hasPrefix("UI") ? "UIKit" : name.hasPrefix("NS") ? "AppKit" : "WatchKit"
  }
  var isIsolated: Bool { declarations.allSatisfy(\.isProtocolIsolated) }
}

/// A method of DelegateMethods.md, which a subclass adds.
struct OptInMethod {
  let owner: String
  let framework: String
  let selector: String
  /// The request protocol that is shown above the method, if it is the app's own.
  let request: String
  /// The method without its attribute, as the page shows it.
  var code = ""
}

/// The tables of Declarations.md and the methods of DelegateMethods.md.
struct DeclarationTable {
  static let frameworks = ["UIKit", "AppKit", "WatchKit"]

  private(set) var protocols: [DelegateProtocol] = []
  private(set) var called: [(framework: String, declaration: String)] = []
  private(set) var optInMethods: [OptInMethod] = []

  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  init(_ page: String, optIn: String) throws {
    for line in page.split(separator: "\n") { try readLine(line) }
    readOptInMethods(optIn)
    guard !protocols.isEmpty, !called.isEmpty, !optInMethods.isEmpty,
      protocols.allSatisfy({ !$0.declarations.isEmpty })
    else { throw Unreadable(description: "a table of Declarations.md has no rows") }
  }

  func protocols(of framework: String) -> [DelegateProtocol] {
    protocols.filter { $0.framework == framework }
  }

  private mutating func readLine(_ line: Substring) throws {
    let own = #/\| ([a-z ]+) \| (Lifecycle\w+|Remote\w+) \| `([^`]+)` \| `([^`]+)` \| ([^|]+) \|.*/#
    let other = #/\| (?:event|left out|outside) \| \w+Delegate \| `[^`]+` \| [^|]+ \|/#
    if line.hasPrefix("### ") {
      let parts = line.dropFirst(4).split(separator: ": ").map(String.init)
      protocols.append(DelegateProtocol(name: parts[0], refines: parts.dropFirst().first))
    } else if let row = line.wholeMatch(of: own), let last = protocols.indices.last,
      let place = Declaration.Place(rawValue: String(row.1))
    {
      protocols[last].declarations.append(
        Declaration(
          place: place, owner: String(row.2), selector: String(row.3), swift: String(row.4),
          isProtocolIsolated: !row.5.contains("each method")))
    } else if let row = line.wholeMatch(of: #/\| (\w+Kit|Foundation) \| `([^`]+)` \|.*/#) {
      called.append((String(row.1), String(row.2)))
    } else if line.contains("`"), line.hasPrefix("|"), line.wholeMatch(of: other) == nil {
      throw Unreadable(description: "a row of Declarations.md has no word that is known: \(line)")
    }
  }

  /// A block of the page is one method: its attribute, and the lines up to the end of the block. Above
  /// the attribute stands the request, if it is not one of the package's.
  private mutating func readOptInMethods(_ page: String) {
    var (owner, framework, request) = ("", "", "")
    var method: OptInMethod?
    for line in page.split(separator: "\n") {
      if let heading = line.wholeMatch(of: #/## (Lifecycle\w+)(?: on (\w+))?/#) {
        owner = String(heading.1)
        framework = heading.2.map(String.init) ?? "UIKit"
      } else if line == "```swift" {
        request = ""
      } else if let attribute = line.wholeMatch(of: #/@objc\(([\w:]+)\)/#) {
        method = OptInMethod(
          owner: owner, framework: framework, selector: String(attribute.1), request: request)
      } else if line == "```" {
        if let method { optInMethods.append(method) }
        method = nil
      } else if method != nil {
        method?.code += "\(line)\n"
      } else {
        request += "\(line)\n"
      }
    }
  }
}
