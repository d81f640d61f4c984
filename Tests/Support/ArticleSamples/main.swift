// Runs the samples of one page of the documentation. `ArticlePageTests` compares what they print with
// the page. With `--list` it names the pages.
import Foundation

let pages: [String: @MainActor () async throws -> Void] = [
  "AnsweringRequests": answeringRequests,
  "ChoosingAPolicy": choosingAPolicy,
  "CommandLineAndServices": commandLineAndServices,
  "EndingsAndRecordings": endingsAndRecordings,
  "FAQ": faq,
  "GettingStarted": gettingStarted,
  "Holds": holds,
  "MacApps": macApps,
  "OrderAndThreads": orderAndThreads,
  "SavingState": savingState,
  "StartupForegroundBackground": startupForegroundBackground,
  "SystemdServices": systemdServices,
  "TheOrderOfEvents": theOrderOfEvents,
  "TrackingSessions": trackingSessions,
  "UIKitAndScenes": uiKitAndScenes,
  "WatchAndExtensions": watchAndExtensions,
  "WhichListener": whichListener,
]

let name = CommandLine.arguments.dropFirst().first ?? ""
if name == "--list" {
  for page in pages.keys.sorted() { print(page) }
} else if let page = pages[name] {
  try await page()
} else {
  FileHandle.standardError.write(Data("usage: ArticleSamples --list | PAGE\n".utf8))
  exit(2)
}
