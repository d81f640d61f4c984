// The recipe as thousands of apps contain it: three methods, a list of listeners, and an app's
// own `makeDefaultMediator()` in an extension. It has to compile unchanged but for the imports,
// also beside the `makeDefaultMediator()` of `Listeners`.
import LifecycleBus
import Listeners

class ThumbnailCache: AppLifecycleListener {
  private(set) var isEmpty = false

  func onAppDidEnterBackground() {
    isEmpty = true
  }
}

class LaunchCounter: AppLifecycleListener {
  private(set) var launches = 0
  private(set) var returns = 0

  func onAppDidFinishLaunching() {
    launches += 1
  }

  func onAppWillEnterForeground() {
    returns += 1
  }
}

extension AppLifecycleMediator {
  static func makeDefaultMediator() -> AppLifecycleMediator {
    let cache = ThumbnailCache()
    let counter = LaunchCounter()
    made = (cache, counter)
    return AppLifecycleMediator(listeners: [cache, counter])
  }
}

@MainActor
class AppDelegate {
  let mediator = AppLifecycleMediator.makeDefaultMediator()
}

/// What the tests look at; an app has no such line.
@MainActor var made: (cache: ThumbnailCache, counter: LaunchCounter)?
