// Ends each server of this package with requests in flight, and prints a table.
import Client
import Foundation

let requests = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 200
let programs: [(name: String, program: String, arguments: [String])] = [
  ("as a first page shows it", "bare-service", ["none"]),
  ("Hummingbird's `runService()`", "bare-service", ["run-service"]),
  ("ServiceLifecycle, with a service that saves", "bare-service", ["group"]),
  ("a `DispatchSource` by hand", "bare-service", ["dispatch-source"]),
  ("this package takes the signals", "service", []),
  ("this package in a `ServiceGroup`", "group-service", []),
]

print("| \(requests) in flight, 20 idle | answered | kept | status | end after |")
print("|---|---|---|---|---|")
for (name, program, arguments) in programs {
  // The worst of five for what is lost, the median for the time.
  var trials: [EndTrial] = []
  for _ in 0..<5 {
    trials.append(try await EndTrial(program, arguments, requests: requests))
  }
  let answered = trials.map(\.answered).min() ?? 0
  let kept = trials.map(\.kept).min() ?? 0
  let status = Set(trials.map(\.status)).sorted().joined(separator: ", ")
  let time = trials.map(\.timeToEnd).sorted()[trials.count / 2]
  print("| \(name) | \(answered) | \(kept) | \(status) | \(Int(time / .milliseconds(1))) ms |")
}
