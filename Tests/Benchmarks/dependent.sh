#!/usr/bin/env bash
# What a package pays that depends on this one: a clean release build and the stripped program, with nothing, with
# LifecycleBus, and with Listeners too. The dependency's checkout is not part of the time.
#
#   Tests/Benchmarks/dependent.sh
#
# Needs a Swift toolchain and strip. Times are of this machine, so they gate nothing.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset LIFECYCLEBUS_WARNINGS_AS_ERRORS

package() { # NAME PRODUCT...: a program that uses these products
  local name=$1 product
  shift
  mkdir -p "$work/$name/Sources/Program"
  {
    echo '// swift-tools-version: 6.0'
    echo 'import PackageDescription'
    echo 'let package = Package(name: "Program", platforms: [.macOS(.v13)],'
    [ $# -eq 0 ] || echo "  dependencies: [.package(name: \"LifecycleBus\", path: \"$root\")],"
    echo '  targets: [.executableTarget(name: "Program", dependencies: ['
    for product in "$@"; do echo "    .product(name: \"$product\", package: \"LifecycleBus\"),"; done
    echo '  ])])'
  } >"$work/$name/Package.swift"
  {
    echo 'import Foundation'
    for product in "$@"; do echo "import $product"; done
    case "$name" in
    one) echo 'let mediator = AppLifecycleMediator(listeners: [])' ;;
    both) echo 'let mediator = AppLifecycleMediator.makeDefaultMediator {}' ;;
    esac
    [ $# -eq 0 ] || echo 'NotificationCenter.default.post(.didFinishLaunching)'
    echo 'print(ProcessInfo.processInfo.processName)'
  } >"$work/$name/Sources/Program/main.swift"
}

package none
package one LifecycleBus
package both LifecycleBus Listeners
for name in none one both; do
  start=$(date +%s%N)
  swift build -c release --package-path "$work/$name" >"$work/log" 2>&1 || { tail -n 20 "$work/log"; exit 1; }
  end=$(date +%s%N)
  program=$(swift build -c release --package-path "$work/$name" --show-bin-path)/Program
  strip -o "$work/stripped" "$program"
  echo "$name: $(((end - start) / 100000000))e-1 s, $(($(stat -c %s "$work/stripped") / 1024)) KiB stripped"
done
