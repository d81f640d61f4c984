import Foundation
import Listeners

/// What was asked for on the command line.
struct Options {
  static let usage = """
    usage: journal [--trace] [--] [PATH]
      PATH       the file to keep the lines in; without it, one in the folder for such files
      --trace    show each life-cycle event with its time
      --version  show which program this is
      --         what follows is a PATH, also if it begins with a dash
    """

  let path: String
  var showsTimes = false

  /// Reads the arguments, the program's name left out. An error is the sentence to print.
  init(_ arguments: some Sequence<String>) throws(Mistake) {
    var paths: [String] = []
    var isOver = false
    for argument in arguments {
      switch argument {
      case _ where isOver:
        paths.append(argument)
      case "--":
        isOver = true
      case "--trace":
        showsTimes = true
      case "--help", "-h":
        throw Mistake(message: Self.usage, exitCode: 0)
      case "--version":
        throw Mistake(message: "journal, of LifecycleBus", exitCode: 0)
      case _ where argument.hasPrefix("-") && argument.count > 1:
        throw Mistake(message: "\(argument) is not an option.\n\(Self.usage)", exitCode: 2)
      default:
        paths.append(argument)
      }
    }

    guard paths.count <= 1 else {
      throw Mistake(message: "One journal at a time.\n\(Self.usage)", exitCode: 2)
    }

    do {
      path = try paths.first ?? JournalFolder.defaultPath()
    } catch {
      throw Mistake(message: "\(error)", exitCode: 1)
    }
  }

  /// Why the program doesn't start.
  struct Mistake: Error {
    let message: String
    let exitCode: Int32
  }
}
