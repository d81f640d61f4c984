# The library modules, each after those that it uses. For scripts that source it in the root of the repository.
modules=(
  LifecycleBus LifecycleBusSignals LifecycleBusDelegates LifecycleBusRemoteNotifications
  Listeners ListenersTimeline
)

module_folder() { # MODULE: a module that is not a root has a folder inside the root whose name it begins with
  case $1 in
    LifecycleBus | Listeners) echo "Sources/$1" ;;
    LifecycleBus*) echo "Sources/LifecycleBus/${1#LifecycleBus}" ;;
    Listeners*) echo "Sources/Listeners/${1#Listeners}" ;;
  esac
}

module_sources() { # MODULE: its Swift files
  local folder other without=()
  folder=$(module_folder "$1")
  for other in "${modules[@]}"; do
    other=$(module_folder "$other")
    [[ $other != "$folder"/* ]] || without+=(! -path "$other/*")
  done
  find "$folder" -name '*.swift' ${without[@]+"${without[@]}"} | sort
}

# The upcoming features of the manifest, as options of the compiler.
features=()
while read -r feature; do features+=(-enable-upcoming-feature "$feature"); done \
  < <(sed -n 's/.*enableUpcomingFeature("\([A-Za-z]*\)").*/\1/p' Package.swift)
[ ${#features[@]} -gt 0 ] || { echo "error: Package.swift names no upcoming feature"; exit 1; }
[ "$(sed -n 's/.*\.library($/x/p; s/.*\.library(name.*/x/p' Package.swift | wc -l)" -eq ${#modules[@]} ] ||
  { echo "error: .ci/modules.sh names other modules than Package.swift"; exit 1; }
