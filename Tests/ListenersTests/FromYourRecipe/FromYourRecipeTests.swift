import Foundation
import LifecycleBus
import Listeners
import TestSupport
import Testing

@MainActor
@Suite("From your recipe to this one")
struct FromYourRecipeTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()

  @Test("every block of the page that follows \"After\" is compiled here, word for word")
  func blocks() throws {
    let page = try String(
      contentsOf: Self.folder.appending(path: "../../../Docs/LifecycleBus.docc/FromYourRecipe.md"),
      encoding: .utf8)
    let compiled = try String(
      contentsOf: Self.folder.appending(path: "AfterSamples.swift"), encoding: .utf8)
    let parts = page.components(separatedBy: "**After**").dropFirst()
    #expect(parts.count == 5)
    for part in parts {
      let pieces = part.components(separatedBy: "```")
      try #require(pieces.count >= 3)
      #expect(pieces[1].hasPrefix("swift\n"))
      let block = pieces[1].dropFirst("swift\n".count)
      #expect(compiled.contains(block), "The page has a block that is not compiled:\n\(block)")
    }
  }

  @Test("command: the steps run at the launch, in order")
  func command() throws {
    Database.steps = []
    let bus = TestBus()
    bus.mediator.attach(try makeStartup())
    bus.post(.didFinishLaunching)
    #expect(Database.steps.first == "open")
  }

  @Test("composite: a group hears as one")
  func composite() {
    let bus = TestBus()
    let (player, recorder) = (Player(), Recorder())
    bus.mediator.attach(makeMedia(player, recorder))
    bus.post(.didFinishLaunching, .didBecomeActive, .willResignActive, .didEnterBackground)
    #expect(!player.isPlaying && recorder.isClosed)
  }

  @Test("services and proxies: all are asked, and one answer comes out")
  func requests() async {
    let bus = TestBus()
    let (links, analytics) = (DeepLinks(), Analytics())
    bus.mediator.attach(analytics)
    bus.mediator.attach(links)
    bus.mediator.attach(News())
    #expect(bus.mediator.askAppDidFinishLaunching().map(\.value) == [true])
    let known = URL(string: "app://item/1")
    #expect(known.map { bus.mediator.askToOpen($0) } == true)
    let unknown = URL(string: "app://other")
    #expect(unknown.map { bus.mediator.askToOpen($0) } == false)
    #expect(links.opened.count == 1)
    #expect(analytics.lines.count == 3)
    #expect(await bus.mediator.askToReceiveRemoteNotification(["news": 1]) == .newData)
    #expect(await bus.mediator.askToReceiveRemoteNotification([:]) == .noData)
  }
}
