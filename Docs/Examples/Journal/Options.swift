import Foundation

/// What was asked for on the command line.
struct Options {
  static let usage = """
    usage: journal [--trace] [PATH]
      PATH     the file to keep the lines in; without it, one in the folder for such files
      --trace  show each life-cycle event with its time
    """

  var path = JournalFile.defaultPath
  var showsTimes = false

  /// Reads the arguments, the program's name left out. An error is the sentence to print.
  init(_ arguments: some Sequence<String>) throws(Mistake) {
    var paths: [String] = []
    for argument in arguments {
      switch argument {
      case "--trace": showsTimes = true
      case "--help", "-h": throw Mistake(message: Self.usage, exitCode: 0)
      case _ where argument.hasPrefix("-") && argument.count > 1:
        throw Mistake(message: "\(argument) is not an option.\n\(Self.usage)", exitCode: 2)
      default: paths.append(argument)
      }
    }
    guard paths.count <= 1 else {
      throw Mistake(message: "One journal at a time.\n\(Self.usage)", exitCode: 2)
    }
    if let path = paths.first { self.path = path }
  }

  /// Why the program does not start.
  struct Mistake: Error {
    let message: String
    let exitCode: Int32
  }
}
