// The recipe as thousands of apps contain it: three methods, a list of listeners, and an app's
// own `makeDefaultMediator()` in an extension. It has to compile unchanged but for the imports,
// also beside the `makeDefaultMediator()` of `Listeners`.
import LifecycleBus
import Listeners
import Testing

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

@MainActor
@Suite("The recipe", .serialized)
struct RecipeTests {
  @Test("the app's own makeDefaultMediator() is called")
  func recipeWorksUnchanged() throws {
    let delegate = AppDelegate()

    AppLifecycleScenario.coldLaunchWithScenes.play()
    AppLifecycleScenario.toBackground.play()
    AppLifecycleScenario.toForeground.play()

    let made = try #require(made)
    #expect(made.cache.isEmpty)
    #expect(made.counter.launches == 1)
    #expect(made.counter.returns == 2)
    #expect(delegate.mediator.listenerCount == 2)
    #expect(delegate.mediator.state == .active)
  }
}
