#!/usr/bin/env bash
# What a package pays that depends on this one: the processor's seconds for a clean release build, and the stripped
# program, with nothing, with LifecycleBus, and with other products too; the programs of Tests/ProductPrograms. The dependency's
# checkout is not part of the time.
#
#   Tests/Benchmarks/dependent.sh [PROGRAM...]    Empty LifecycleBus LifecycleBusSignals Listeners, unless you name others
#
# Needs a Swift toolchain and strip. Figures are of this machine; Tests/ProductPrograms/sizes holds the sizes to a ceiling.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset LIFECYCLEBUS_WARNINGS_AS_ERRORS

package() { # PROGRAM: a package with this program, which depends on what it imports
  local name=$1 product products=()
  mkdir -p "$work/$name/Sources/Program"
  if [ "$name" = Empty ]; then
    printf 'import Foundation\nprint(ProcessInfo.processInfo.processName)\n' >"$work/$name/Sources/Program/main.swift"
  else
    cp "Tests/ProductPrograms/$name/Program.swift" "$work/$name/Sources/Program"
    while read -r product; do products+=("$product"); done \
      < <(sed -n 's/^import \(L[A-Za-z]*\)$/\1/p' "$work/$name/Sources/Program/Program.swift")
  fi
  {
    echo '// swift-tools-version: 6.0'
    echo 'import PackageDescription'
    echo 'let package = Package(name: "Program", platforms: [.macOS(.v13)],'
    [ ${#products[@]} -eq 0 ] || echo "  dependencies: [.package(name: \"LifecycleBus\", path: \"$root\")],"
    echo '  targets: [.executableTarget(name: "Program", dependencies: ['
    for product in "${products[@]}"; do echo "    .product(name: \"$product\", package: \"LifecycleBus\"),"; done
    echo '  ])])'
  } >"$work/$name/Package.swift"
}

[ $# -gt 0 ] || set -- Empty LifecycleBus LifecycleBusSignals Listeners
for name in "$@"; do
  package "$name"
  TIMEFORMAT='%U %S'
  seconds=$({ time swift build -c release --package-path "$work/$name" >"$work/log" 2>&1; } 2>&1) ||
    { tail -n 20 "$work/log"; exit 1; }
  program=$(swift build -c release --package-path "$work/$name" --show-bin-path)/Program
  strip -o "$work/stripped" "$program"
  echo "$name: $(awk '{ printf "%.1f", $1 + $2 }' <<<"$seconds") CPU s," \
    "$(($(wc -c <"$work/stripped") / 1024)) KiB stripped"
done
