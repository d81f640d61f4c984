// A small program in the place of an app. It has a mediator, makes the counter late, and posts what
// a phone posts.
//
//   swift run --package-path Docs/Examples/UsageCounter host
import LifecycleBus
import UsageCounter

let app = AppLifecycleMediator(policy: .balanced)
app.on { print("app: \($0.event)") }
AppLifecycleScenario.coldLaunchWithScenes.play()

print("the counter is made")
let usage = UsageCounter(host: app) { counts in
  let list = counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
  print("sent: \(list.joined(separator: ", "))")
}
usage.count("search")
AppLifecycleScenario.interruption.play()  // Control Center
AppLifecycleScenario.toBackground.play()
await app.waitForHolds(upTo: .seconds(5))  // a phone waits here, too

AppLifecycleScenario.toForeground.play()
usage.count("search")
usage.count("search")
AppLifecycleScenario.terminatedInForeground.play()
await app.waitForHolds(upTo: .seconds(5))
