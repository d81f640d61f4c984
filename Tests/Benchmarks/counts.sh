#!/usr/bin/env bash
# Counts what the relay costs, in heap allocations and in instructions, and fails when either has grown.
# Counts are the same on a busy machine as on an idle one, so they can gate a change; clocks cannot.
# Needs valgrind on Linux, and says so where there is none.
set -euo pipefail
cd "$(dirname "$0")"

# Measured on x86-64 with Swift 6.3.1: 69. With a copy of the existential for each call: 250.
ceiling=140

if ! command -v valgrind >/dev/null; then
  echo "counts: skipped, there is no valgrind on this machine"
  exit 0
fi

swift build -c release --product relay-counts
program=$(swift build -c release --show-bin-path)/relay-counts
report=$(mktemp)
trap 'rm -f "$report"' EXIT
export SWIFT_DETERMINISTIC_HASHING=1

allocations() { # ARGUMENT...: heap allocations of one run of the program
  valgrind --leak-check=no --log-file="$report" "$program" "$@" >/dev/null
  sed -n 's/.*total heap usage: \([0-9,]*\) allocs.*/\1/p' "$report" | tr -d ,
}

instructions() { # ARGUMENT...: instructions of one run of the program
  valgrind --tool=callgrind --callgrind-out-file=/dev/null --log-file="$report" \
    "$program" "$@" >/dev/null
  sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$report"
}

# What a run has beyond another of half the posts belongs to the posts alone; the start is the same in both.
failed=0
posts=500
bare=$(($(allocations bare $((posts * 2))) - $(allocations bare $posts)))
relay=$(($(allocations relay $((posts * 2)) 100) - $(allocations relay $posts 100)))
echo "heap allocations of $posts posts: $bare to one block observer, $relay through a mediator to 100 listeners"
if [ "$relay" -ne "$bare" ]; then
  echo "error: the relay allocates on its path: $((relay - bare)) more for $posts posts than a bare post does"
  failed=1
fi

posts=100 listeners=1000
each=$((($(instructions relay $((posts * 2)) $listeners) - $(instructions relay $posts $listeners)) / posts / listeners))
echo "instructions for each of $listeners listeners, two calls: $each, at most $ceiling"
if [ "$each" -gt "$ceiling" ]; then
  echo "error: a listener costs $each instructions; is its existential copied, or something looked up for each one?"
  failed=1
fi
exit $failed
