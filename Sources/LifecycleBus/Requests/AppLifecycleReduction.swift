/// How the answers of many listeners become one: a value with a name.
///
/// ```swift
/// AppLifecycleReduction.all(ifNobody: true)([true, false])  // false: one veto is enough
/// ```
///
/// A reduction sees every answer; none stops the asking. Only adopters are asked, so no default
/// answer is among them.
public struct AppLifecycleReduction<Answer, Result>: Sendable {
  /// What the reduction is called where it is printed.
  public let name: String
  private let body: @Sendable ([Answer]) -> Result

  /// Makes a reduction of your own.
  public init(_ name: String, _ body: @escaping @Sendable ([Answer]) -> Result) {
    self.name = name
    self.body = body
  }

  /// Makes one answer of many; an empty list means that nobody adopted the request.
  public func callAsFunction(_ answers: [Answer]) -> Result { body(answers) }
}

extension AppLifecycleReduction where Answer == Bool, Result == Bool {
  /// True if one says so.
  public static func any(ifNobody nobody: Bool) -> Self {
    Self("any") { $0.isEmpty ? nobody : $0.contains(true) }
  }

  /// True if all say so: one veto denies.
  public static func all(ifNobody nobody: Bool) -> Self {
    Self("all") { $0.isEmpty ? nobody : !$0.contains(false) }
  }
}

extension AppLifecycleReduction {
  /// The first answer that is one.
  public static func first<Value>() -> Self where Answer == Value?, Result == Value? {
    Self("first") { answers in
      for case .some(let answer) in answers { return answer }
      return nil
    }
  }
}

extension AppLifecycleReduction
where Answer == AppLifecycleFetchResult, Result == AppLifecycleFetchResult {
  /// New data if one has some, else failed if one has failed, else no data.
  public static var fetchResult: Self {
    Self("fetch result") { answers in
      if answers.contains(.newData) { return .newData }
      return answers.contains(.failed) ? .failed : .noData
    }
  }
}

extension AppLifecycleReduction
where Answer == AppOrientationMask?, Result == AppOrientationMask? {
  /// What all of them support; `nil` where nobody has an opinion.
  ///
  /// Never empty, because UIKit raises an exception for that: an answer that has nothing in common
  /// with those before it is left out, and so is an empty one.
  public static var intersection: Self {
    Self("intersection") { answers in
      answers.reduce(nil) { common, answer in
        guard let answer, !answer.isEmpty else { return common }
        guard let common else { return answer }
        return common.isDisjoint(with: answer) ? common : common.intersection(answer)
      }
    }
  }
}

extension AppLifecycleReduction
where Answer == AppTerminationReply, Result == AppTerminationReply {
  /// Cancel over later over now.
  public static var termination: Self {
    Self("termination") { answers in
      if answers.contains(.cancel) { return .cancel }
      return answers.contains(.later) ? .later : .now
    }
  }
}

extension AppLifecycleReduction
where Answer == AppUserActivityAnswer, Result == AppUserActivityAnswer {
  /// Handled if one handled it, with the objects of all, in order.
  public static var userActivity: Self {
    Self("user activity") { answers in
      AppUserActivityAnswer(
        isHandled: answers.contains(where: \.isHandled),
        restorationObjects: answers.flatMap(\.restorationObjects))
    }
  }
}

/// How far a request goes that several listeners could take.
public enum AppLifecycleAsking: Sendable, Hashable {
  /// Everybody is asked, whatever the others say. The default.
  case everyone
  /// Nobody is asked after the first who takes it.
  case untilTaken
}
