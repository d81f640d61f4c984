// One fault for each sanitizer, on purpose. `.ci/sanitized` runs it before the tests: where the planted
// fault is not reported, a suite without a report would prove nothing.
//
//   swiftc -sanitize=thread -Onone -g Tests/Sanitizers/Planted.swift -o /tmp/planted && /tmp/planted thread
//
// Without an argument it does nothing wrong.
import Foundation

/// Eight numbers that two threads share without a lock.
let numbers = UnsafeMutablePointer<Int>.allocate(capacity: 8)
numbers.initialize(repeating: 0, count: 8)

switch CommandLine.arguments.dropFirst().first {
case "thread":
  let threads = (0..<2).map { _ in Thread { numbers[0] += 1 } }
  for thread in threads { thread.start() }
  while !threads.allSatisfy(\.isFinished) { sched_yield() }
case "address":
  // One behind the end.
  numbers[8] = 1
default:
  break
}
print("ended")
