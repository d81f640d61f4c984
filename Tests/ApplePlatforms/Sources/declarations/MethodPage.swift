/// Compares the page "Every delegate method" with the tables of declarations.
struct MethodPage {
  let table: DeclarationTable
  /// The words of the methods, by protocol and selector.
  private var words: [String: [String: String]] = [:]

  init(table: DeclarationTable, text: String) {
    self.table = table
    var name = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") {
        name = String(line.dropFirst(3))
      } else if let row = line.wholeMatch(of: #/\| `([^`]+)` \| ([^|]+) \|.*/#) {
        words[name, default: [:]][String(row.1)] = String(row.2)
      }
    }
  }

  /// One sentence for each method that the page lacks, knows alone, or has under another word.
  func failures() -> [String] {
    table.protocols.flatMap { item in
      let found = words[item.name] ?? [:]
      var wanted: [String: Set<String>] = [:]
      for declaration in item.declarations {
        let isPush = declaration.isRemoteNotification
        wanted[declaration.selector] = [
          declaration.isOptIn ? "you add" : isPush ? "push" : "covered"
        ]
      }
      for selector in table.notImplemented[item.name] ?? [] {
        wanted[selector] = ["event", "left out", "outside"]
      }
      return Set(found.keys).union(wanted.keys).sorted().compactMap { selector in
        guard let words = wanted[selector] else {
          return "EveryDelegateMethod.md: \(item.name) \(selector) is not in Declarations.md"
        }
        guard let word = found[selector] else {
          return "EveryDelegateMethod.md: \(item.name) \(selector) is missing"
        }
        return words.contains(word)
          ? nil : "EveryDelegateMethod.md: \(item.name) \(selector) is not \"\(word)\""
      }
    }
  }
}
