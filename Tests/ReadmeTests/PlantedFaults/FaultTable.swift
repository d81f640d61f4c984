import Foundation

/// The faults of `Tests/PlantedFaults/faults.txt`, and what is wrong with the table.
///
/// `Tests/PlantedFaults/plant` compiles this file too.
struct FaultTable: Sendable {
  var faults: [PlantedFault] = []
  /// Lines that mean nothing.
  var problems: [String] = []

  static let path = "Tests/PlantedFaults/faults.txt"
  static let leastCount = 60

  /// Reads blocks of lines that blank lines separate. A line that begins with `#` is a comment.
  init(_ text: String) {
    var isMore = false
    for block in text.components(separatedBy: "\n\n") {
      if block.hasPrefix("more: ") {
        isMore = true
        continue
      }
      var fault = PlantedFault()
      fault.isMore = isMore
      var isEmpty = true
      for line in block.split(separator: "\n").map(String.init) where !line.hasPrefix("#") {
        isEmpty = false
        func value(_ key: String) -> String? {
          line.hasPrefix(key) ? String(line.dropFirst(key.count)) : nil
        }
        if let name = value("fault: ") {
          fault.name = name
        } else if let file = value("file: ") {
          fault.file = file
        } else if let tests = value("tests: ") {
          fault.tests = tests
        } else if let reason = value("survives: ") {
          fault.reasonToSurvive = reason
        } else if let before = value("-") {
          fault.before.append(before)
        } else if let after = value("+") {
          fault.after.append(after)
        } else {
          problems.append("this line means nothing: \(line)")
        }
      }
      if !isEmpty { faults.append(fault) }
    }
  }

  init(in root: URL) throws {
    self.init(try String(contentsOf: root.appending(path: Self.path), encoding: .utf8))
  }

  /// What is wrong: lines that do not occur once in their file, a fault without effect, a name that
  /// occurs twice, too few faults, a folder without one.
  func problems(in root: URL) -> [String] {
    var problems = problems
    var names: Set<String> = []
    for fault in faults {
      if fault.name.isEmpty || fault.tests.isEmpty || fault.before == fault.after {
        problems.append("\(fault.name): a name, tests or a change is missing")
      }
      if !names.insert(fault.name).inserted {
        problems.append("\(fault.name): two faults have this name")
      }
      do {
        let url = root.appending(path: fault.file)
        guard let source = try? String(contentsOf: url, encoding: .utf8) else {
          throw PlantedFaultError("\(fault.name): \(fault.file) cannot be read")
        }
        _ = try fault.planted(in: source)
      } catch {
        problems.append("\(error)")
      }
    }
    if faults.count < Self.leastCount {
      problems.append("\(faults.count) faults are fewer than \(Self.leastCount)")
    }
    let folders = Set(faults.map(\.folder))
    for folder in Self.sources(in: root).keys.sorted() where !folders.contains(folder) {
      problems.append("\(folder) has no fault")
    }
    return problems
  }
}
