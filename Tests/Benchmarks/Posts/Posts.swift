import BenchmarkListeners

/// Posts to a mediator and prints nothing, so that a tool can count the instructions of a post: those of
/// a run with many posts, less those of a run with none.
///
///     posts LISTENERS POSTS
@main
@MainActor
struct Posts {
  static func main() {
    let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    guard numbers.count == 2 else { preconditionFailure("posts LISTENERS POSTS") }

    let stage = Stage(mixedListeners(numbers[0]))
    // The first post is dearer.
    stage.post(1)

    stage.post(numbers[1])
  }
}
