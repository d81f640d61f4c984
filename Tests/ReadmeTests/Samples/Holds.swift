import LifecycleBus

final class Uploader: AppLifecycleListener {
  let mediator: AppLifecycleMediator
  init(mediator: AppLifecycleMediator) { self.mediator = mediator }
  func upload() async {}

  func onAppDidEnterBackground() {
    let hold = mediator.hold("upload")
    Task {
      await upload()
      hold.release()
    }
  }
}
