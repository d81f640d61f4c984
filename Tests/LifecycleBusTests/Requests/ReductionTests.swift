import TestSupport
import Testing

@testable import LifecycleBus
@testable import LifecycleBusDelegates

@Suite("Reductions")
struct ReductionTests {
  /// Every list of up to four values.
  static func lists<Value>(of values: [Value]) -> [[Value]] {
    var lists: [[Value]] = [[]]
    var last: [[Value]] = [[]]
    for _ in 0..<4 {
      last = last.flatMap { list in values.map { list + [$0] } }
      lists += last
    }
    return lists
  }

  @Test("one true answer suffices", arguments: lists(of: [true, false]))
  func any(answers: [Bool]) {
    let yes = answers.filter { $0 }.count
    for none in [true, false] {
      let expected = answers.isEmpty ? none : yes > 0
      #expect(Reduction.any(answers, none: none) == expected)
    }
  }

  @Test("one false answer vetoes", arguments: lists(of: [true, false]))
  func all(answers: [Bool]) {
    let no = answers.filter { !$0 }.count
    for none in [true, false] {
      let expected = answers.isEmpty ? none : no == 0
      #expect(Reduction.all(answers, none: none) == expected)
    }
  }

  @Test("the first answer that is not nil wins", arguments: lists(of: [nil, 1, 2]))
  func first(answers: [Int?]) {
    let expected = answers.first { $0 != nil } ?? nil
    #expect(Reduction.first(answers) == expected)
  }

  @Test(
    "new data wins over failed, failed over no data",
    arguments: lists(of: AppLifecycleFetchResult.allCases))
  func fetchResult(answers: [AppLifecycleFetchResult]) {
    let rank: [AppLifecycleFetchResult] = [.newData, .failed, .noData]
    let expected = rank.first { answers.contains($0) } ?? .noData
    #expect(Reduction.fetchResult(answers) == expected)
  }

  @Test(
    "cancel wins over later, later over now", arguments: lists(of: AppTerminationReply.allCases))
  func termination(answers: [AppTerminationReply]) {
    let rank: [AppTerminationReply] = [.cancel, .later, .now]
    let expected = rank.first { answers.contains($0) } ?? .now
    #expect(Reduction.termination(answers) == expected)
  }

  @Test(
    "orientations are those that all support",
    arguments: [
      ([], nil), ([nil, nil], nil), ([.portrait], .portrait), ([nil, .landscape], .landscape),
      ([.all, .landscape], .landscape),
      ([.allButUpsideDown, .landscape, .landscapeLeft], .landscapeLeft),
      ([.portrait, .landscape], .portrait), ([.portrait, .landscape, .all], .portrait),
      ([[], .landscape], .landscape), ([[]], nil),
    ] as [([AppOrientationMask?], AppOrientationMask?)])
  func intersection(answers: [AppOrientationMask?], expected: AppOrientationMask?) {
    #expect(Reduction.intersection(answers) == expected)
  }

  @Test(
    "orientations are never empty",
    arguments: lists(of: [nil, AppOrientationMask(), .portrait, .landscape, .all]))
  func neverEmpty(answers: [AppOrientationMask?]) {
    #expect(Reduction.intersection(answers) != [])
  }

  @Test("an activity is handled by any, with all objects")
  func userActivity() {
    let objects = [Marker(), Marker(), Marker()]
    let answer = Reduction.userActivity([
      .notHandled, .handled(restoring: [objects[0], objects[1]]), .handled,
      AppUserActivityAnswer(isHandled: false, restorationObjects: [objects[2]]),
    ])
    #expect(answer.isHandled)
    #expect(
      answer.restorationObjects.map(ObjectIdentifier.init) == objects.map(ObjectIdentifier.init))
    #expect(!Reduction.userActivity([]).isHandled)
  }
}

private final class Marker {}
