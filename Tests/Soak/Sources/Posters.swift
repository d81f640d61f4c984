#if os(Linux)
  import Foundation
  import LifecycleBus
  import TestSupport

  /// Posts raw notifications on a thread of its own, one each time it is asked.
  final class ThreadPoster: Sendable {
    private let wanted = DispatchSemaphore(value: 0)

    init(_ poster: RemotePoster) {
      Thread.detachNewThread { [wanted] in
        var number = 0
        while true {
          wanted.wait()
          let mark = PostMark(origin: .thread, number: number)
          poster.postHere(.significantTimeChange, userInfo: [PostMark.key: mark])
          number += 1
        }
      }
    }

    func post() { wanted.signal() }
  }

  /// Posts with `await` from a task off the main actor, one event each time it is asked.
  final class TaskPoster: Sendable {
    private let wanted: AsyncStream<Void>.Continuation

    init(_ center: NotificationCenter) {
      let (stream, wanted) = AsyncStream.makeStream(of: Void.self)
      self.wanted = wanted
      Task.detached {
        var number = 0
        for await _ in stream {
          let mark = PostMark(origin: .elsewhere, number: number)
          await center.post(.userDidTakeScreenshot, userInfo: [PostMark.key: mark])
          number += 1
        }
      }
    }

    func post() { wanted.yield() }

    deinit { wanted.finish() }
  }
#endif
