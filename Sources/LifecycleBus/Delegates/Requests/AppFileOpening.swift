public import Foundation
import LifecycleBus

/// Opens files that the user has chosen outside of the app. Your Mac app's delegate adds the method
/// that asks.
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
    let answers = await askAndWait((any AppFileOpening).self, deadline: nil) { listener in
      do {
        return try await listener.onAppOpenFiles(urls) ? Result<Void, any Error>.success(()) : nil
      } catch CocoaError.userCancelled {
        return .failure(CancellationError())
      } catch {
        return .failure(error)
      }
    }.compactMap { $0 ?? nil }
    let errors = answers.compactMap { if case .failure(let error) = $0 { error } else { nil } }
    if let error = errors.first(where: { !($0 is CancellationError) }) ?? errors.first {
      throw error
    }
    if answers.isEmpty { throw CocoaError(.featureUnsupported) }
  }
}
