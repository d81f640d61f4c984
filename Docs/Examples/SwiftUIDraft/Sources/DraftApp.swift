// Shows a mediator in a SwiftUI app without a delegate, and its events as a stream in a view.
import Foundation
import LifecycleBus
import Listeners
import SwiftUI

/// Makes the model and the mediator before the launch is posted, and keeps both.
@main
struct DraftApp: App {
  private let draft: Draft
  private let mediator: AppLifecycleMediator

  init() {
    let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
    let draft = Draft(file: folder.appending(path: "draft"))
    self.draft = draft
    mediator = AppLifecycleMediator(policy: .balanced) {
      EventLog()  // a line in the console for each event
      draft.saver  // saves in the background and at the end
    }
  }

  var body: some Scene {
    WindowGroup { DraftView(draft: draft, mediator: mediator) }
  }
}

/// The text, and below it the events since the view appeared.
struct DraftView: View {
  @Bindable var draft: Draft
  let mediator: AppLifecycleMediator
  @State private var events: [String] = []

  var body: some View {
    VStack {
      TextEditor(text: $draft.text)
      Text(events.suffix(5).joined(separator: "\n"))
    }
    .task {
      for await event in mediator.events() {
        events.append("\(event)")
      }
    }
  }
}
