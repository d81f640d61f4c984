import Client
import Foundation
import TestSupport
import Testing

@Suite("The page on services")
struct PageTests {
  @Test("what the page shows of the service is what it answers and writes")
  func shown() async throws {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../../../Sources/LifecycleBus/Core/LifecycleBus.docc/Services.md")
      .standardized
    let block = try #require(
      try String(contentsOf: page, encoding: .utf8).firstMatch(of: /```console\n([^`]*)```/))
    let folder = try TemporaryFolder()
    var running: RunningService?
    var seen: [String] = []
    for command in block.1.split(separator: "\n").filter({ $0.hasPrefix("$ ") }) {
      seen.append(String(command))
      switch try #require(command.split(separator: " ").dropFirst().first) {
      case "swift":
        let service = try await RunningService("service", in: folder.url)
        seen += service.log.all.compactMap { line in
          // Without the time and what the framework adds; a test takes any port.
          line.firstMatch(of: /notice tally: \[service\] .*/).map {
            String($0.output).replacing("port \(service.port)", with: "port 8080")
          }
        }
        running = service
      case "curl":
        let number = command.firstMatch(of: /-d (\d+)/).flatMap { Int($0.1) }
        let service = try #require(running)
        let answer = try number.map(service.post) ?? service.get("/")
        seen.append(answer?.body ?? "no answer")
      default: #expect(try await running?.end() == "exited 0")
      }
    }
    #expect(seen == block.1.split(separator: "\n").map(String.init))
    #expect(try await running?.end() == "exited 0")
  }
}
