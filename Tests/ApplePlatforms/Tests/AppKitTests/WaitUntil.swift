/// Lets other jobs of the main actor run until something is so.
@MainActor
func waitUntil(_ isSo: () -> Bool) async {
  while !isSo() {
    await Task.yield()
  }
}
