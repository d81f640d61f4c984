// Optional methods exist in Objective-C only. `declarations check` compares those of the package with
// Declarations.md.

@MainActor public protocol UIApplicationDelegate: AnyObject {}

@MainActor public protocol UISceneDelegate: AnyObject {}

@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {}
