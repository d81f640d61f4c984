import BenchmarkListeners
import Foundation
import LifecycleBus

/// A number of posts and nothing else, for a tool that counts what the machine does meanwhile.
///
///     relay-counts bare POSTS                to one block observer
///     relay-counts relay POSTS LISTENERS     through a mediator
@main
struct RelayCounts {
  @MainActor
  static func main() {
    let words = CommandLine.arguments
    guard words.count >= 3, let posts = Int(words[2]) else { return usage() }
    let stage: Stage
    switch words[1] {
    case "bare": stage = Stage(blockObservers: 1)
    case "relay":
      guard words.count == 4, let listeners = Int(words[3]) else { return usage() }
      stage = Stage(mixedListeners(listeners))
    default: return usage()
    }
    stage.post(posts, userInfo: ["launched by": "relay-counts"])
  }

  private static func usage() {
    print("usage: relay-counts bare POSTS | relay POSTS LISTENERS")
    exit(2)
  }
}
