public import Foundation
public import LifecycleBus

extension AppLifecycleMediator {
  /// Makes a mediator with what most apps want: the one line.
  ///
  /// ```swift
  /// let mediator = AppLifecycleMediator.makeDefaultMediator()
  /// ```
  ///
  /// Its policy is ``/LifecycleBus/AppLifecycleMediator/Policy/lifecycle``. A
  /// ``/Listeners/TerminationDetector`` is attached first, so that on the way down it is called
  /// after all other listeners; then an ``/Listeners/EventLog``, if details are logged; then your
  /// listeners. A ``/Listeners/FlightRecorder`` is its probe.
  ///
  /// A trailing closure lists your listeners. To use a part, make it yourself and pass it; to leave
  /// one out, pass `nil`:
  ///
  /// ```swift
  /// let detector = TerminationDetector()
  /// let mediator = AppLifecycleMediator.makeDefaultMediator(detector: detector) {
  ///   Analytics(previousRun: detector.previousRun)
  /// }
  /// ```
  ///
  /// It never fails, and is silent unless there is a notice; see ``DefaultLog``. The
  /// detector keeps one small file in ``/Listeners/StateDirectory``; nothing else is stored.
  ///
  /// An app that declares a `makeDefaultMediator()` of its own in an extension calls its own.
  ///
  /// - Parameters:
  ///   - notificationCenter: The center to observe.
  ///   - vocabulary: The notification names to observe there.
  ///   - initialState: The app's state, for a mediator that is made late.
  ///   - log: What is logged, and where; ``DefaultLog/platform`` unless you give another.
  ///   - recorder: The probe. Its ``/Listeners/FlightRecorder/onOverrun`` is set to log slow
  ///     listeners, unless you have set it or no details are logged.
  ///   - detector: The first listener. Its ``/Listeners/TerminationDetector/onProblem`` is set to
  ///     log the first error, unless you have set it.
  ///   - listeners: Your own listeners, attached in this order, and kept.
  /// - Returns: The mediator. Keep it for as long as the app should listen.
  @MainActor
  public static func makeDefaultMediator(
    notificationCenter: NotificationCenter = .default,
    vocabulary: AppLifecycleVocabulary = .current,
    initialState: AppLifecycleState = .notRunning,
    log: DefaultLog = .platform,
    recorder: FlightRecorder? = FlightRecorder(),
    detector: TerminationDetector? = TerminationDetector(),
    @AppLifecycleListenerBuilder listeners: () -> [any AppLifecycleListener] = { [] }
  ) -> AppLifecycleMediator {
    let mediator = AppLifecycleMediator(
      policy: .lifecycle, vocabulary: vocabulary, notificationCenter: notificationCenter,
      initialState: initialState)
    if let detector {
      mediator.attach(detector)
      log.observe(detector)
    }
    if let detail = log.detail { mediator.attach(EventLog(sink: detail)) }
    log.observe(mediator)
    if let recorder { log.observe(recorder) }
    for listener in listeners() { mediator.attach(listener) }
    mediator.probe = recorder
    return mediator
  }
}
