#!/usr/bin/env bash
# Counts what the relay costs, in heap allocations and in instructions, and fails when a count has grown by more than
# 3 % over counts.txt, or by more than the third column there. Requests have 10 %: the runtime looks casts up in a table
# by addresses, so that code elsewhere in the program moves their count by 6 %. Counts are the same on a busy machine as
# on an idle one, so they can gate a change; clocks cannot.
#
#   Tests/Benchmarks/counts.sh            compares
#   Tests/Benchmarks/counts.sh --update   writes counts.txt anew
#
# Needs valgrind on Linux, and says so where there is none.
set -euo pipefail
cd "$(dirname "$0")"

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

live_bytes() { # ARGUMENT...: bytes on the heap when the program ends
  valgrind --leak-check=no --log-file="$report" "$program" "$@" >/dev/null
  sed -n 's/.*in use at exit: \([0-9,]*\) bytes.*/\1/p' "$report" | tr -d ,
}

# What a run has beyond another of half the times belongs to the work alone; the start is the same in both.
each() { # COUNTER KIND TIMES [LISTENERS]: for one time
  echo $((($("$1" "$2" $(($3 * 2)) "${4:-1}") - $("$1" "$2" "$3" "${4:-1}")) / $3))
}

bare=$(each instructions bare 500)
one=$(each instructions relay 500)
counts=$(
  cat <<EOF
post_above_bare $((one - bare))
second_mediator $(($(each instructions second 500) - one))
listener_dense $((($(each instructions relay 50 1000) - one) / 999))
listener_sparse $((($(each instructions sparse 50 1000) - one) / 999))
listener_probed $((($(each instructions probed 50 1000) - $(each instructions probed 500)) / 999))
attach_and_detach $(each instructions attach 200)
mediator_with_8 $(each instructions make 50 8)
default_mediator $(($(each instructions default 200 8) / 2))
request_to_64 $(each instructions request 20 64)
bytes_of_a_listener $((($(live_bytes live 1 10000) - $(live_bytes live 0 10000)) / 10000))
allocations_above_bare $(($(each allocations relay 200 100) - $(each allocations bare 200)))
allocations_above_bare_probed $(($(each allocations probed 200 100) - $(each allocations bare 200)))
EOF
)
if [ "${1:-}" = --update ]; then
  while read -r name count; do
    echo "$name $count$(sed -n "s/^$name [0-9]*\( [0-9]*\)$/\1/p" counts.txt)"
  done <<<"$counts" >"$report"
  cp "$report" counts.txt
  cat counts.txt
  exit 0
fi

failed=0
while read -r name count; do
  read -r held tolerance <<<"$(sed -n "s/^$name //p" counts.txt)"
  if [ -z "$held" ]; then
    echo "error: counts.txt has no $name; Tests/Benchmarks/counts.sh --update writes it"
    failed=1
  elif [ "$((count * 100))" -gt "$((held * (100 + ${tolerance:-3})))" ]; then
    echo "error: $name is $count and was $held; find what has grown, or write counts.txt anew and say why"
    failed=1
  else
    echo "$name $count, held $held"
  fi
done <<<"$counts"

# What one unit costs among few and among many: at most twice as much. Less a run of one unit, which has what only the
# first one needs.
growth() { # KIND FEW MANY
  local one few many
  one=$(instructions "growth_$1" 1)
  few=$((($(instructions "growth_$1" "$2") - one) / ($2 - 1)))
  many=$((($(instructions "growth_$1" "$3") - one) / ($3 - 1)))
  echo "growth_$1 $few $many $(awk "BEGIN { printf \"%.2f\", $many / $few }")"
  if [ "$many" -gt $((few * 2)) ]; then
    echo "error: growth_$1: one of $3 costs more than twice what one of $2 costs"
    failed=1
  fi
}

growth nested_groups 50 200
growth centers 25 200
growth released_mediators 50 400
growth scenes 50 400
growth listener_count 100 1000
growth holds 250 4000
growth priorities 250 4000
growth detached 250 4000
exit $failed
