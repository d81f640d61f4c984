# Runs tests for .ci/run and .ci/sanitized, which source it. A crash, a hang, or an issue outside a test fails at once.
# Where nothing but a few tests failed, these are run again by themselves, at most twice: many of them start processes
# and send signals, and share the cores with all the others. Each such retry is a line "note: ...", which .ci/run shows.
# Needs `work`, an empty directory, and `tests`, the command as an array.

retries=2 few=5 # how often tests are run again, and how many at most
limit=120 # seconds without a line of output until the tests hang

fail() { echo "error: $1"; exit 1; }

# `swift test` puts its child into a process group of its own, and a child of a test may keep the output open.
end_tests() { # PID: kills it, and what was started with this run's file of results
  local process
  for process in /proc/[0-9]*; do
    if grep -qs "$work/tests" "$process/cmdline"; then kill -KILL "${process#/proc/}"; fi
  done
  kill -KILL "$1"
}

unfinished() { # The tests that have begun and not ended, at most five of them.
  sed -nE 's/^. Test (".*") started\.$/\1/p' "$work/output" | while IFS= read -r test; do
    grep -F "Test $test " "$work/output" | grep -qE ' (passed|failed|skipped)( after|:|$)' || echo "$test"
  done | head -n 5
}

run_tests() { # ARGUMENT...: sets `status`, `failed` to the tests that failed, `count` to how many ran
  status=0
  rm -f "$work"/tests*.xml
  "${tests[@]}" --xunit-output "$work/tests.xml" "$@" >"$work/output" 2>&1 &
  local child=$! hung=
  while sleep 1 && kill -0 $child 2>/dev/null; do
    [ $(($(date +%s) - $(stat -c %Y "$work/output"))) -lt $limit ] || { hung=yes; end_tests $child; }
  done
  wait $child || status=$?
  cat "$work/output"
  check_reports
  [ -z "$hung" ] || fail "nothing was printed for $limit seconds; these tests have begun and not ended: $(unfinished)"
  # Beside XCTest, which has no tests here, the results have a file name of their own.
  local results=$work/tests-swift-testing.xml
  [ -e "$results" ] || results=$work/tests.xml
  grep -q 'Test run with [0-9]* tests\? .*\(passed\|failed\) after' "$work/output" && [ -e "$results" ] ||
    fail "the tests ended before their last one"
  count=$(grep -c '<testcase ' "$results")
  # "Module.Suite" and "function(label:)", where a failure follows.
  mapfile -t failed < <(grep -B 1 '<failure ' "$results" |
    sed -n 's/.*<testcase classname="\([^"]*\)" name="\([^"]*\)".*/\1.\2/p' | sort -u)
  [ $status -eq 0 ] && return
  ! grep -q 'Test «unknown» recorded an issue' "$work/output" || fail "an issue belongs to no test"
  [ ${#failed[@]} -gt 0 ] || fail "the tests failed, and no test is named"
}

check_reports() { :; } # .ci/sanitized looks for reports.

run_tests_and_retry() { # WHERE ARGUMENT...
  local where=$1 notes= skips filters wanted test retry
  shift
  run_tests "$@"
  # What this machine lacks. Those that run alone have a step of their own.
  skips=$(sed -n '/runs alone/d; s/^➜ Test \(".*"\) skipped: "\(.*\)"$/note: skipped: \1: \2/p' "$work/output")
  [ "$count" -gt 0 ] || fail "there were no tests"
  for ((retry = 1; status != 0; retry++)); do
    [ ${#failed[@]} -le $few ] || fail "${#failed[@]} tests failed, too many for another attempt"
    [ $retry -le $retries ] || fail "failed again by themselves: ${failed[*]}"
    notes+="note: failed $where, and run again by themselves: ${failed[*]}"$'\n'
    # A regular expression: Module.Suite/function(label:)/File.swift. The list does not tell its dots from slashes.
    filters=()
    for test in "${failed[@]}"; do
      filters+=(--filter "^$(sed 's/[][()*+?{}|^$\\]/\\&/g; s|\.|[./]|g' <<<"$test")/")
    done
    wanted=${#failed[@]}
    run_tests "${filters[@]}"
    [ "$count" -eq "$wanted" ] || fail "$count tests were run again instead of $wanted"
  done
  printf '%s' "$notes$skips"
}
