import Foundation

/// One change of one line, which a number switches on.
struct Mutation {
  let file: String
  let line: Int
  let rule: String
  let original: String
  /// The line with the change in it; `#` stands for the number.
  let changed: String

  func text(number: Int) -> String { changed.replacingOccurrences(of: "#", with: "\(number)") }
}

/// Finds the places of a file where a rule can change something.
///
/// A rule sees one line and puts a question to `isMutant(_:)` into it, so one build has all changes.
/// A place that does not compile in this way is left out later; the compiler knows better than a
/// pattern does.
struct MutationRules {
  private typealias Pattern = Regex<AnyRegexOutput>

  private let rules: [(name: String, pattern: Pattern, change: ([String]) -> String)]

  init() throws {
    let simple = #"((?:(?! let | var |case |[,?:#{}]|&&|\|\|).)+)"#
    let ends = #"( \{| else \{|)$"#
    func pattern(_ text: String) throws -> Pattern { try Pattern(text) }
    rules = [
      (
        "condition negated",
        try pattern(#"^(\s*(?:\} else )?if |\s*guard )(?!let |var |case |#|!?\()"# + simple + ends),
        { "\($0[1])(\($0[2])) != isMutant(#)\($0[3])" }
      ),
      (
        "second condition dropped",
        try pattern(
          #"^(\s*(?:\} else )?if |\s*guard |\s*return )"# + simple + #" && "# + simple + ends),
        { "\($0[1])isMutant(#) ? \($0[2]) : (\($0[2]) && \($0[3]))\($0[4])" }
      ),
      (
        "first condition dropped",
        try pattern(
          #"^(\s*(?:\} else )?if |\s*guard |\s*return )"# + simple + #" \|\| "# + simple + ends),
        { "\($0[1])isMutant(#) ? \($0[3]) : (\($0[2]) || \($0[3]))\($0[4])" }
      ),
      (
        "boundary moved",
        try pattern(
          #"^(\s*(?:if |guard |return |while ))([^<>&|?,{}]+) (<|>|<=|>=) ([^<>&|?,{}]+?)"# + ends),
        {
          let other = $0[3].count == 2 ? String($0[3].prefix(1)) : $0[3] + "="
          return
            "\($0[1])isMutant(#) ? (\($0[2]) \(other) \($0[4])) : (\($0[2]) \($0[3]) \($0[4]))\($0[5])"
        }
      ),
      (
        "call dropped",
        try pattern(
          #"^(\s*)((?:try |await |_ = |unsafe )*(?!if |guard |for |while |switch |return|case |func |init|let |var |precondition|fatalError|assert|super|self\.init|defer|throw |import |@)[A-Za-z_][\w.?!]*\(.*\))$"#
        ),
        { "\($0[1])if !isMutant(#) { \($0[2]) }" }
      ),
      (
        "assignment dropped",
        try pattern(
          #"^(\s*)((?!let |var |case |_ )[A-Za-z_][\w.?!\[\]]* (?:=|\+=|-=) .*[\w)\]"?!}])$"#),
        { "\($0[1])if !isMutant(#) { \($0[2]) }" }
      ),
      (
        "returns at once",
        try pattern(#"^(\s*(?!.*->)(?:[a-z@]+ )*func .*\) (?:async )?(?:throws )?\{)$"#),
        { "\($0[1]) if isMutant(#) { return }" }
      ),
      (
        "true and false", try pattern(#"^(.*[ (\[])(true|false)([,)\]].*|)$"#),
        { "\($0[1])(isMutant(#) != \($0[2]))\($0[3])" }
      ),
      (
        "constant plus one",
        try pattern(
          #"^(.*(?:= |< |> |<= |>= |== |\+ |- |: |\())(\d+)((?:[,)\]}]| \{| else| [-+<>=]).*|)$"#),
        { "\($0[1])(isMutant(#) ? 1 + \($0[2]) : \($0[2]))\($0[3])" }
      ),
    ]
  }

  func mutations(of text: String, file: String) -> [Mutation] {
    let lines = text.components(separatedBy: "\n")
    var found: [Mutation] = []
    var active = [true]
    var isInText = false
    for (index, line) in lines.enumerated() {
      let code = line.drop { $0 == " " }
      if isInText || line.contains("\"\"\"") {
        if line.components(separatedBy: "\"\"\"").count == 2 { isInText.toggle() }
        continue
      }
      // What another platform compiles is not mutated, because no test here could notice it.
      if code.hasPrefix("#if") {
        active.append(["Glibc", "Linux", "DEBUG"].contains { code.contains($0) })
      } else if code.hasPrefix("#else") {
        active[active.count - 1].toggle()
      } else if code.hasPrefix("#endif") {
        active.removeLast()
      }
      guard !active.contains(false), !code.hasPrefix("//"), !code.hasPrefix("@"),
        !code.hasPrefix("#"),
        !line.contains("precondition"), !line.contains("isMutant"), !line.contains("#"),
        isWhole(
          line, after: index > 0 ? lines[index - 1] : "",
          before: lines[min(index + 1, lines.count - 1)])
      else { continue }
      for rule in rules {
        guard let match = try? rule.pattern.wholeMatch(in: line) else { continue }
        let parts = match.output.map { String($0.substring ?? "") }
        found.append(
          Mutation(
            file: file, line: index + 1, rule: rule.name, original: String(code),
            changed: rule.change(parts)))
      }
    }
    return found
  }

  /// Whether a line is a statement, or the head of one, by itself.
  private func isWhole(_ line: String, after previous: String, before next: String) -> Bool {
    func count(_ character: Character) -> Int { line.count { $0 == character } }
    guard count("(") == count(")"), count("[") == count("]") else { return false }
    let next = next.drop { $0 == " " }
    if next.hasPrefix(".") || next.hasPrefix("?") || next.hasPrefix("&&") || next.hasPrefix("||") {
      return false
    }
    return !["=", "(", "[", ",", "return", "&&", "||", "?", ":", "??", "+"].contains {
      previous.hasSuffix($0)
    }
  }
}
