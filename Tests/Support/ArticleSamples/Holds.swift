import LifecycleBus

/// The sample of the page "Holds".
@MainActor
func holds() async {
  final class Upload: AppLifecycleListener {
    private weak var mediator: AppLifecycleMediator?

    func onAttach(to mediator: AppLifecycleMediator) { self.mediator = mediator }

    func onAppDidEnterBackground() {
      let hold = mediator?.hold("upload") { print("out of time") }
      Task {
        await send()
        hold?.release()
      }
    }

    private func send() async { print("sent") }
  }

  let mediator = AppLifecycleMediator(policy: .lifecycle) { Upload() }
  mediator.post(.didEnterBackground)
  await mediator.waitForHolds(upTo: .seconds(5))  // your app leaves this to the system
}
