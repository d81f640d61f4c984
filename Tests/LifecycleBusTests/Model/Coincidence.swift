/// What the random sequences are there to meet.
enum Coincidence: Int, CaseIterable {
  case deinitInEvent, deinitBetweenEvents, deinitPostsInEvent, deinitDetachesInEvent, deinitAttaches
  case deinitEndsUrgently, deinitDropsMediator
  case detachedInEvent, renewedListener
  case payloadReplacedByLaunch, payloadReplayed, payloadOfLostPost
  case calledWhileReleased, skippedWhileReleased, readWhileReleased
  case postWaitsForLinkedCenter, eventInsideAnotherCenters, urgentOverLinkedCenters
  case groupInEventsOfTwoCenters, mediatorGoesWithTwoCenters
  case holdTakenWhileSuspended, holdTakenDuringWait, waitBegins, waitAfterSuspension
  case waitEndedByRelease, waitEndedByEvent, waitEndedByBudget
  case suspensionMended
  case requestInEvent, sceneEventInWait, sceneEventWaits
}
