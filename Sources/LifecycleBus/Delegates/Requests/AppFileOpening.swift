public import Foundation
import LifecycleBus

/// Opens files that the user has chosen outside of a Mac app.
@MainActor
public protocol AppFileOpening: AppRequestListener {
  /// Returns true when the files are open, and false for files of another listener. There's no
  /// deadline, so you may ask the user.
  ///
  /// - Throws: `CancellationError` or `CocoaError.userCancelled` if the user cancelled. The delegate
  ///   shows any other error.
  func onAppOpenFiles(_ urls: [URL]) async throws -> Bool
}

extension AppLifecycleMediator {
  /// Throws the first error; a cancellation only if nothing else went wrong, and
  /// `CocoaError.featureUnsupported` if no listener has opened the files.
  package func askToOpenFiles(_ urls: [URL]) async throws {
    let answers = await askAndWait((any AppFileOpening).self, deadline: nil) {
      await FileAnswer(of: $0, for: urls)
    }

    var isCancelled = false
    var isOpened = false
    for case let answer? in answers {
      switch answer {
      case .failed(let error):
        throw error
      case .cancelled:
        isCancelled = true
      case .opened:
        isOpened = true
      case .leftToOthers:
        break
      }
    }

    if isCancelled { throw CancellationError() }
    if !isOpened { throw CocoaError(.featureUnsupported) }
  }
}

/// What a listener has done about files.
private enum FileAnswer: Sendable {
  case opened
  case leftToOthers
  case cancelled
  case failed(any Error)

  @MainActor
  init(of listener: any AppFileOpening, for urls: [URL]) async {
    do {
      let isOpened = try await listener.onAppOpenFiles(urls)
      self = isOpened ? .opened : .leftToOthers
    } catch is CancellationError {
      self = .cancelled
    } catch CocoaError.userCancelled {
      self = .cancelled
    } catch {
      self = .failed(error)
    }
  }
}
