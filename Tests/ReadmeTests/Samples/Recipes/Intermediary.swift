import LifecycleBus
import LifecycleBusDelegates

final class NewsFetch: AppRemoteNotificationReceiving {
  func onAppDidReceiveRemoteNotification(
    _ userInfo: [AnyHashable: Any]
  ) async -> AppFetchResult {
    guard let topic = userInfo["topic"] as? String else { return .noData }
    return await News.fetch(topic) ? .newData : .failed
  }
}

enum News {
  static func fetch(_ topic: String) async -> Bool { topic == "swift" }
}
