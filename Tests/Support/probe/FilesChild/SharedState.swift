import Foundation
import Listeners
import TestSupport

/// Adds lines to a state that another process changes too. After a conflict it goes on with its own
/// state, whose copy is kept, or joins it to the other's.
@MainActor
func changeSharedState(in file: URL, as name: String, seed: UInt64) async throws {
  var generator = SeededGenerator(seed: seed)
  var saver = StateSaver(file: file, initial: [String]())
  for number in 1...12 {
    let line = "\(name)\(number)"
    saver.state.append(line)
    do {
      if Bool.random(using: &generator) {
        try saver.saveAndWait()
      } else {
        try await saver.save()
      }
      say("saved \(line)")
    } catch {
      guard error.code == .conflict else { throw error }
      say("conflict \(line)")
      guard Bool.random(using: &generator) else { continue }
      let own = saver.state
      saver = StateSaver(file: file, initial: [])
      saver.state += own.filter { !saver.state.contains($0) }
    }
    // A save of what has not changed undoes nothing.
    if Bool.random(using: &generator) { _ = try? saver.saveAndWait() }
  }
}
