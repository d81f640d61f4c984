import LifecycleBus
import SwiftUI

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
      for await event in mediator.events() { events.append("\(event)") }
    }
  }
}
