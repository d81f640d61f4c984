/// One method or property of a delegate protocol.
struct Declaration {
  /// The class that implements it, without "opt-in".
  let owner: String
  let isOptIn: Bool
  let selector: String
  let swift: String
  /// Whether the protocol as a whole is on the main actor, or each of its methods.
  let isProtocolIsolated: Bool

  var isRemoteNotification: Bool { owner.hasPrefix("RemoteNotification") }
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
  /// The method without its attribute, as the page shows it.
  var code = ""
}

/// The tables of Declarations.md and the methods of DelegateMethods.md.
struct DeclarationTable {
  static let frameworks = ["UIKit", "AppKit", "WatchKit"]

  private(set) var protocols: [DelegateProtocol] = []
  /// The selectors of the methods that no class has, by protocol.
  private(set) var notImplemented: [String: Set<String>] = [:]
  private(set) var called: [(framework: String, declaration: String)] = []
  private(set) var optInMethods: [OptInMethod] = []

  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  init(_ page: String, optIn: String) throws {
    for line in page.split(separator: "\n") { readRow(line) }
    readOptInMethods(optIn)
    let empty = protocols.filter(\.declarations.isEmpty).map(\.name)
    guard !protocols.isEmpty, empty.isEmpty, !called.isEmpty, !optInMethods.isEmpty,
      notImplemented.count == protocols.count
    else {
      throw Unreadable(
        description: "no rows in Declarations.md, or no methods in DelegateMethods.md: \(empty)")
    }
  }

  func protocols(of framework: String) -> [DelegateProtocol] {
    protocols.filter { $0.framework == framework }
  }

  private mutating func readRow(_ line: Substring) {
    let implemented = #/\| (opt-in )?(\w+) \| `([^`]+)` \| `([^`]+)` \| ([^|]+) \|.*/#
    if line.hasPrefix("### ") {
      let parts = line.dropFirst(4).split(separator: ": ").map(String.init)
      protocols.append(DelegateProtocol(name: parts[0], refines: parts.dropFirst().first))
    } else if let row = line.wholeMatch(of: implemented), let last = protocols.indices.last {
      protocols[last].declarations.append(
        Declaration(
          owner: String(row.2), isOptIn: row.1 != nil, selector: String(row.3),
          swift: String(row.4), isProtocolIsolated: !row.5.contains("each method")))
    } else if let row = line.wholeMatch(of: #/\| (\w+Delegate) \| `([^`]+)` \|.*/#) {
      notImplemented[String(row.1), default: []].insert(String(row.2))
    } else if let row = line.wholeMatch(of: #/\| (\w+) \| `([^`]+)` \|.*/#) {
      called.append((String(row.1), String(row.2)))
    }
  }

  /// A block of the page is one method: its attribute, and the lines up to the end of the block.
  private mutating func readOptInMethods(_ page: String) {
    var (owner, framework) = ("", "")
    var method: OptInMethod?
    for line in page.split(separator: "\n") {
      if let heading = line.wholeMatch(of: #/## (Lifecycle\w+)(?: on (\w+))?/#) {
        owner = String(heading.1)
        framework = heading.2.map(String.init) ?? "UIKit"
      } else if let attribute = line.wholeMatch(of: #/@objc\(([\w:]+)\)/#) {
        method = OptInMethod(owner: owner, framework: framework, selector: String(attribute.1))
      } else if line == "```", let finished = method {
        optInMethods.append(finished)
        method = nil
      } else {
        method?.code += "\(line)\n"
      }
    }
  }
}
