import AppKit

@main
@MainActor
enum MacEditor {
  static func main() {
    let application = NSApplication.shared
    let delegate = AppDelegate()
    application.delegate = delegate
    application.mainMenu = .bar
    withExtendedLifetime(delegate) { application.run() }
  }
}
