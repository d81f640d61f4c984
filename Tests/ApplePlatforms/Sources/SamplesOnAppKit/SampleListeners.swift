import LifecycleBus
import LifecycleBusDelegates

// What the samples of the README name without showing it.

final class DraftSaver: AppLifecycleListener {}
final class ImageCache: AppLifecycleListener {}
