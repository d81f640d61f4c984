extension HostileInput {
  /// Inputs that the decoder reads, or nearly; the tests cut and change them.
  var examples: [String] {
    let state = "LifecycleBus-state 1 version=3 generation=17 length="
    let run =
      "LifecycleBus-run 1 sequence=7 state=active foreground=1 exited=0 change=1795255200123456"
    let process = "pid=42 start=1795255100000000 debugged=0"
    let flight = "LifecycleBus-flight 1 run=7"
    let long = String(repeating: "e\u{301}", count: 85)
    return switch self {
    case .stateFile:
      ["\(state)13 check=94a446715492588b\n{\"drafts\":[]}", "LifecycleBus-state \u{301}x"]
    case .sealedStateFile:
      [
        "\(state)2\n{}",
        "LifecycleBus-state 1 version=9223372036854775807 generation=18446744073709551615 length=0",
      ]
    case .session:
      [
        "{}", session(0, 0, "[0,6000000000000000000]", 2),
        session("-1e300", "1e300", "[0,0]", Int.min),
      ]
    case .runRecord: ["\(run) \(process) boot-id=a-b system=Linux"]
    case .sealedRunRecord:
      [
        "\(run) \(process) boot-id=a-b app=2.1%20%28417%29 system=Linux\n\(run) \(process) system=%00%ff%",
        "\(run) \(process) boot-time=-9223372036854775808 system=Linux",
      ]
    case .recording: [event("posted", "2026-11-21"), event("replayed", "0000-00-00")]
    case .flightFile:
      [
        "\(flight) pid=42 start=1795255200000000\n\(flight) alive=2500\n\(flight) number=1 "
          + "event=didBecomeActive from=inactive to=active began=10 allowed=16000 n=1 at=11 "
          + "listener=Search%20Index"
      ]
    case .recordedTimes:
      [String(repeating: "\0", count: 64), "6a8b%f[nKI<Fr!7E8LRT^E#>,N*hCN`09:\\0yJgxPB4>{|}~z"]
    case .environment:
      [
        "/run/systemd/notify\u{0}30000000\u{0}1\u{0}/var/lib/state\u{0}/root\u{0}journal",
        "@abstract\u{0}-1\u{0}x\u{0}state\u{0}~\u{0}../../etc/passwd",
        "\u{0}\u{0}\u{0}/var/lib\u{0}\u{0}../\u{301}../\u{301}etc",
      ]
    case .notifyAddress:
      [
        "@/org/notify\u{0}two\nlines", "vsock:2:1234\u{0}", "relative\u{1B}[31m\n\(long)",
        "/\(String(repeating: "a", count: 108))\u{0}x",
      ]
    case .lines: ["\u{2}one\r\ntwo\n\n\rthree"]
    case .fileName:
      ["life.state\u{0}.LifecycleBus-0123456789abcdef-0123456789abc.tmp", "\(long)\u{0}x"]
    }
  }

  private func session(
    _ start: Any, _ lastActivity: Any, _ time: String, _ interruptions: Int
  ) -> String {
    """
    {"session":{"id":"8A1B7B1E-0D51-4D2F-9E0A-0A8E2A6C9F10","start":\(start),\
    "lastActivity":\(lastActivity),"timeInForeground":\(time),"interruptions":\(interruptions)}}
    """
  }

  private func event(_ origin: String, _ day: String) -> String {
    """
    {"calls":[{"durationMicroseconds":2800,"listener":"<a href='x'>&\\u0000","startMicroseconds":12}],\
    "date":"\(day)T09:00:00.250Z","durationMicroseconds":2900.5,"event":"didBecomeActive",\
    "isOverBudget":false,"number":1,"origin":"\(origin)","previousState":"inactive",\
    "startMicroseconds":10,"state":"active"}\n
    """
  }
}
