import AppKit

let application = NSApplication.shared
let delegate = AppDelegate()
application.delegate = delegate
application.mainMenu = .withQuit
application.run()
