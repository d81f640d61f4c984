// Optional methods exist in Objective-C only. `declarations check` compares those of the package with
// Declarations.md.

public protocol NSApplicationDelegate: AnyObject {}

/// What the stand-in calls.
@MainActor public protocol NSTerminationDelegate: NSApplicationDelegate {
  func applicationShouldTerminate(_ sender: NSApplication) -> NSApplication.TerminateReply
}
