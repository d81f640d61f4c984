/// What the body of `run` does in a `SignalProbe`.
package enum ProbeBody: String, CaseIterable, Sendable {
  /// There is no body: the source is started.
  case none

  case returns
  case fails
  case exits
  case stopsTheSource
  case returnsWhenTold
  case failsWhenTold

  case returnsWhenCancelled
  case throwsWhenCancelled
  case cleansUpWhenCancelled
  case failsWhenCancelled
  case ignoresCancellation
  case blocksTheMainActor

  /// Keeps one hold from its first line to its last.
  case holdsToItsEnd
  /// Returns, and leaves an open hold behind.
  case leavesAHold
}

/// What a test tells a `SignalProbe`, which answers with lines in its trace.
package enum ProbeCommand: String, Sendable {
  /// Answers "pong", with the mediator's state.
  case ping

  case openHold
  case releaseHolds

  /// Lets the listener return that is slow to launch.
  case endLaunch

  /// Lets the body return that waits for this.
  case returnFromBody
  /// Lets the actions of signals return.
  case endActions

  /// Each of these starts a source while another one runs.
  case runAgain, startSecondSource

  case putChildInFront
  case endChild

  case print
  /// Writes to a socket whose other end has gone.
  case writeToBrokenPipe
  /// Answers "standard", with which of the standard files are open.
  case listStandardFiles

  /// Answers "idle" with true if the process used less than a tenth of a processor in a second.
  case measureIdling

  /// Starts a child that prints which signals it blocks and ignores.
  case showSignalsOfChild

  case exit
}
