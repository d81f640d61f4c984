#if os(Linux)
  import Foundation
  import LifecycleBus
  import LifecycleBusSignals
  import TestSupport

  /// The process that is watched. It works until SIGUSR1, compares, and ends with SIGTERM.
  @MainActor
  final class Worker {
    private let length: Duration
    private let relays: Int
    private let bus: Bus
    private let source: ProcessSignalSource
    private let traffic: Traffic
    /// What comes and goes, and how many of a thousand turns it acts in.
    private let loads: [(load: any Load, share: Int)]
    private let leak: Leak?
    private var random = SeededGenerator(seed: 1)
    private let start = ContinuousClock.now
    private var nextSample = Duration.zero
    private var isFinishing = false
    private var resumes = 0

    /// - Parameter arguments: The minutes, the relays, and the planted fault or another word.
    init?(arguments: [String]) {
      guard arguments.count == 3, let minutes = Double(arguments[0]), let relays = Int(arguments[1])
      else { return nil }
      length = .seconds(minutes * 60)
      self.relays = relays
      let planted = PlantedFault(rawValue: arguments[2])
      bus = Bus(planted: planted)
      source = ProcessSignalSource(mediator: bus.first)
      traffic = Traffic(bus, planted: planted)
      loads = [(Visits(bus), 100), (Guests(bus), 50), (Asking(bus), 50)]
      leak = planted.flatMap(Leak.init)
    }

    func run() async throws {
      let files = try Files(bus) { [unowned self] in totals }
      bus.first.on(.didBecomeActive) { [unowned self] context in
        guard context.signal != nil else { return }
        resumes += 1
        Self.report("up \(resumes)")
        if resumes.isMultiple(of: 10) { files.act(&random) }
      }
      source.on(.user1) { [unowned self] in isFinishing = true }
      try source.start()
      Self.report("up 0")
      while !isFinishing || traffic.relays < relays {
        turn()
        try await Task.sleep(for: .milliseconds(5))
      }
      await traffic.finish()
      for (load, _) in loads { await load.finish() }
      Self.report("quiet")
      await source.end(.onSignal)
      await traffic.finishStream()
      await files.finish()
      if Visitor.living.value != 0 { bus.note("\(Visitor.living.value) listeners stayed") }
      for problem in bus.problems { Self.report("problem \(problem)") }
      var done = totals
      files.count(in: &done)
      report("totals", done)
    }

    /// As many posts as the time asks for; a process that was stopped catches up in several turns.
    private func turn() {
      let elapsed = ContinuousClock.now - start
      let due = isFinishing ? relays : Int(Double(relays) * min(1, elapsed / length))
      for _ in 0..<min(100, max(0, due - traffic.relays)) {
        traffic.act(&random)
        leak?.grow()
        for (load, share) in loads where Int.random(in: 0..<1000, using: &random) < share {
          load.act(&random)
        }
      }
      if elapsed >= nextSample, let figures = ProcessFigures(of: "self") {
        report("sample", Sample(.work, after: elapsed, figures))
        nextSample += length / 300
      }
    }

    private var totals: Totals {
      var totals = Totals(suspensions: bus.suspensions.whole)
      traffic.count(in: &totals)
      for (load, _) in loads { load.count(in: &totals) }
      return totals
    }

    private func report(_ name: String, _ value: some Encodable) {
      if let data = try? JSONEncoder().encode(value) {
        Self.report("\(name) \(String(decoding: data, as: UTF8.self))")
      }
    }

    /// Tells the shepherd.
    static func report(_ line: String) {
      FileHandle(fileDescriptor: 3).write(Data("\(line)\n".utf8))
    }
  }
#endif
