// Proof that the reports which `thread.supp` names are Foundation's, and false.
//
//   swiftc -sanitize=thread -Onone -g Tests/Sanitizers/ObserverProof.swift -o /tmp/proof && /tmp/proof
//
// Nothing of this package is in it. A thread makes an object, puts it into the block of an observer,
// and adds the observer; a post on another thread calls the block, which reads the object. Foundation
// on Linux keeps the observers under a Synchronization.Mutex, so that the first comes before the
// second. The sanitizer sees no library that was built without it, and reports a data race between
// the initializer's write and the block's read.
import Foundation

final class Payload: @unchecked Sendable {
  // Proof for @unchecked: written by `init` only.
  let value: Int
  init(_ value: Int) { self.value = value }
}

let center = NotificationCenter()
let name = Notification.Name("proof")

@Sendable func addAndPost() {
  var tokens: [any NSObjectProtocol] = []
  for round in 0..<2_000 {
    let payload = Payload(round)
    tokens.append(
      center.addObserver(forName: name, object: nil, queue: nil) { _ in
        if payload.value < 0 { print("never") }
      })
    center.post(name: name, object: nil)
    if tokens.count > 4 { center.removeObserver(tokens.removeFirst()) }
  }
  for token in tokens { center.removeObserver(token) }
}

let group = DispatchGroup()
for _ in 0..<4 {
  group.enter()
  Thread.detachNewThread {
    addAndPost()
    group.leave()
  }
}
group.wait()
