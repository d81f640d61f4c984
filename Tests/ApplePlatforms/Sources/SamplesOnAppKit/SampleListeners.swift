import LifecycleBus
import LifecycleBusDelegates

// What the samples of the README name without showing it.

final class DraftSaver: AppLifecycleListener {}
final class ImageCache: AppLifecycleListener {}

/// The document's window.
@MainActor
final class NoteEditor {
  enum Answer { case save, discard, cancel }
  var hasChanges: Bool { false }
  func askToSave() async -> Answer { .discard }
  func save() async -> Bool { true }
}
