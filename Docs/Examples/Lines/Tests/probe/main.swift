// The shell of one job, in which the tests start the example.
jobShell()
