import Foundation

// What the notifier needs of the system until it moves to `LifecycleBusSignals`; goes with it.
struct SystemError: Error {
  let number: Int32

  var text: String { unsafe String(cString: strerror(number)) }
}

func aboveStandard(_ number: Int32) -> Int32 {
  guard (0...2).contains(number) else { return number }
  defer { close(number) }
  return fcntl(number, F_DUPFD_CLOEXEC, 3)
}
