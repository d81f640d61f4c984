/// Reduces the answers of many listeners to one.
///
/// Only adopters are asked, so no default answer is among the answers.
enum Reduction {
  /// True if one answer is true; `none` without answers.
  static func any(_ answers: [Bool], none: Bool) -> Bool {
    answers.isEmpty ? none : answers.contains(true)
  }

  /// True if each answer is true, so that one veto denies; `none` without answers.
  static func all(_ answers: [Bool], none: Bool) -> Bool {
    answers.isEmpty ? none : !answers.contains(false)
  }

  /// The first answer that is not nil.
  static func first<Value>(_ answers: [Value?]) -> Value? {
    for case .some(let answer) in answers { return answer }
    return nil
  }

  /// New data if one listener has some, else failed if one has failed, else no data.
  static func fetchResult(_ answers: [AppLifecycleFetchResult]) -> AppLifecycleFetchResult {
    if answers.contains(.newData) { return .newData }
    return answers.contains(.failed) ? .failed : .noData
  }

  /// The orientations that all of them support; `nil` if no listener has an opinion.
  ///
  /// Never empty, because UIKit raises an exception for that: an answer that has nothing in common
  /// with those before it is left out, and so is an empty one.
  static func intersection(_ answers: [AppOrientationMask?]) -> AppOrientationMask? {
    answers.reduce(nil) { common, answer in
      guard let answer, !answer.isEmpty else { return common }
      guard let common else { return answer }
      return common.isDisjoint(with: answer) ? common : common.intersection(answer)
    }
  }

  /// Cancel over later over now.
  static func termination(_ answers: [AppTerminationReply]) -> AppTerminationReply {
    if answers.contains(.cancel) { return .cancel }
    return answers.contains(.later) ? .later : .now
  }

  /// Handled if one listener handled it, with the objects of all, in order.
  static func userActivity(_ answers: [AppUserActivityAnswer]) -> AppUserActivityAnswer {
    AppUserActivityAnswer(
      isHandled: answers.contains(where: \.isHandled),
      restorationObjects: answers.flatMap(\.restorationObjects))
  }
}

/// How many listeners are asked a request that each of them could take.
public enum AppLifecycleAsking: Sendable, Hashable {
  /// Each adopter is asked, also after one has taken it. The default.
  case all
  /// No adopter is asked after the first one that takes it.
  case untilTaken
}
