/// How a timeline is drawn.
public struct TimelineOptions: Sendable, Hashable {
  /// Which colors a timeline has.
  public enum Appearance: String, Sendable, Hashable, CaseIterable {
    /// Light or dark, as the viewer is set (`prefers-color-scheme`).
    case automatic
    /// Dark on light.
    case light
    /// Light on dark.
    case dark
  }

  /// The heading.
  public var title: String
  /// How wide it is, in points; at least 360. The height follows.
  public var width: Int
  /// Which colors it has.
  public var appearance: Appearance
  /// How many of the slowest listeners are listed at most.
  public var slowestCount: Int

  /// Makes options.
  ///
  /// - Parameters:
  ///   - title: The text above the picture.
  ///   - width: The width in points.
  ///   - appearance: Light, dark, or as the reader's system.
  ///   - slowestCount: How many of the slowest listeners are shown as bars.
  public init(
    title: String = "App life cycle", width: Int = 960, appearance: Appearance = .automatic,
    slowestCount: Int = 6
  ) {
    self.title = title
    self.width = width
    self.appearance = appearance
    self.slowestCount = slowestCount
  }
}
