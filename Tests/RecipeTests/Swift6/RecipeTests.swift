import Foundation
import LifecycleBus
import Testing

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
