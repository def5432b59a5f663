#!/usr/bin/env bash
# Installs the output of `make package` on bare Debian 12 and 13, scans the fixtures there, and compares the
# JSON, except its timings, with that of the program where it was built. Prints the waiting time and download
# size from nothing to the first sheet, and the speed and size of the program; the figures are stored in
# target/check-package/packages.jsonl (an example is models/measured/packages.jsonl). Run as root, because it
# creates the systems with debootstrap; they are kept to save time on the next run. With names of systems as
# arguments (bookworm, trixie, jammy, noble), checks only these.
set -euo pipefail
cd "$(dirname "$0")/.."

work=target/check-package
packages=$PWD/target/package
# The folder of the program in the packages.
program=$PWD/target/static/release
declare -A system=([bookworm]="Debian 12" [trixie]="Debian 13" [jammy]="Ubuntu 22.04" [noble]="Ubuntu 24.04")
ubuntu_mirror=${UBUNTU_MIRROR:-http://archive.ubuntu.com/ubuntu}
failures=0

fail() {
  printf 'check-package: %s\n' "$1" >&2
  exit 1
}

# Path of the first package of this kind; empty if there is none.
package() {
  compgen -G "$packages/$1" | head -n 1 || true
}

# Ubuntu's signing keys, for which Debian has no package.
ubuntu_keyring() {
  local package=ubuntu-keyring_2021.03.26_all.deb
  curl -fsSL -o "$work/$package" "$ubuntu_mirror/pool/main/u/ubuntu-keyring/$package"
  echo "0d0e7ed6b112f5d03eabf3c7eb01ebdacf9c57714b279e90495cfc58c8c4520f  $work/$package" | sha256sum --check --quiet >&2
  dpkg-deb -x "$work/$package" "$work/keyring"
  echo "$work/keyring/usr/share/keyrings/ubuntu-archive-keyring.gpg"
}

# Makes a bare system in its own folder: about what `debian:12-slim` or a fresh server contains, or less.
make_system() {
  # `gutsy` is debootstrap's name for the script for any newer Ubuntu.
  local suite=$1 base=$work/$1
  if [ ! -e "$base.ready" ]; then
    rm -rf "$base"
    case ${system[$suite]} in
    # Every usual Ubuntu includes `universe`, which contains python3-venv.
    Ubuntu*) set -- --components=main,universe --keyring="$(ubuntu_keyring)" "$suite" "$base" "$ubuntu_mirror" gutsy ;;
    *) set -- "$suite" "$base" ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"} ;;
    esac
    debootstrap --variant=minbase "$@" >"$work/debootstrap-$suite.log" || fail "debootstrap: $work/debootstrap-$suite.log"
    rm -rf "$base"/var/cache/apt/archives/*.deb "$base"/var/lib/apt/lists/*
    touch "$base.ready"
  fi
  rm -rf "$work/system"
  cp -a "$base" "$work/system"
  cp /etc/resolv.conf "$work/system/etc/resolv.conf"
  cp -r fixtures/photos "$work/system/photos"
}

# Runs a command in the system, with its own mounts and processes, which end with the command.
inside() {
  unshare --mount --pid --fork --mount-proc="$work/system/proc" chroot "$work/system" env -i PATH=/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin \
    HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive sh -c "$1"
}

# No `apt-get update`: every system has the package's dependencies already.
install_deb() {
  inside "apt-get install -q -y --no-install-recommends /packages/*.deb"
}

install_archive() {
  inside "command -v xz >/dev/null || { apt-get update -q && apt-get install -q -y --no-install-recommends xz-utils; }
    tar -xJf /packages/*.tar.xz -C /usr/local --strip-components=1"
}

install_wheel() {
  inside "python3 -m venv /opt/scanner && /opt/scanner/bin/pip install -q --no-index /packages/*.whl
    ln -s /opt/scanner/bin/kingdom-scanner /usr/local/bin/"
}

# Scans all fixtures; photos without a kingdom give a separate code, which is compared as well.
scan_all() {
  echo 'cd / && kingdom-scanner scan --no-gallery --json photos/*.jpg 2>/dev/null || echo "exit code $?"'
}

# Removes the only part of the JSON that differs between runs.
without_times() {
  sed -E 's/"timings_ms":\{[^}]*\}//'
}

# The program's output for the same photos on the machine where it was built.
expected() {
  (cd fixtures && PATH=$program:$PATH && eval "$(scan_all | sed 's/^cd . && //')")
}

# Installs a package on a system, and checks and measures it. Arguments: suite, kind, package.
check() {
  local suite=$1 kind=$2 package=$3 log=$work/$1-$2.log begun seconds fetched
  make_system "$suite"
  mkdir -p "$work/system/packages"
  cp "$package" "$work/system/packages/"
  if [ "$kind" = wheel ]; then # Python is what people who use pip have.
    inside "apt-get update -q && apt-get install -q -y --no-install-recommends python3-venv" >"$log" 2>&1
  fi
  begun=$(date +%s%N)
  { "install_$kind" && inside "kingdom-scanner photos/five.jpg"; } >"$log" 2>&1 || fail "${system[$suite]}, $kind: see $log"
  seconds=$(($(date +%s%N) - begun))
  grep -q '│ total     ┆     38 ┆' "$log" || fail "${system[$suite]}, $kind: no sheet in $log"
  # The size of all downloads: apt's package lists ("Fetched 9,334 kB") and packages, plus the package itself.
  fetched=$(sed -nE 's/^Fetched ([0-9,.]+) ([kM]?)B.*/\1 \2/p' "$log" | tr -d , |
    awk -v own="$(stat -c %s "$package")" '{ all += $1 * ($2 == "M" ? 1e6 : $2 == "k" ? 1e3 : 1) } END { printf "%.1f", (all + own) / 1e6 }')
  inside "$(scan_all)" | without_times >"$work/found.ndjson"
  expected | without_times >"$work/expected.ndjson"
  if cmp -s "$work/found.ndjson" "$work/expected.ndjson"; then
    result="all $(grep -c '^{' "$work/found.ndjson") photos read as where it was built"
  else
    result="READ OTHERWISE THAN WHERE IT WAS BUILT"
    cp "$work/found.ndjson" "$work/$suite-$kind.ndjson"
    failures=$((failures + 1))
  fi
  seconds=$(awk -v ns=$seconds 'BEGIN { printf "%.1f", ns / 1e9 }')
  record "${system[$suite]}, $kind: until the first sheet" "$seconds" s
  record "${system[$suite]}, $kind: fetched for it" "$fetched" MB
  echo "${system[$suite]}, $kind: $seconds s and $fetched MB until the first sheet; $result"
}

# Records a figure. Arguments: what was measured, figure, unit.
record() {
  printf '{"figure":%s,"unit":"%s","what":"%s"}\n' "$2" "$3" "$1" >>$work/packages.jsonl
}

[ "$(id -u)" = 0 ] || fail "must be run as root: it makes whole systems"
command -v debootstrap >/dev/null || { apt-get update -q && apt-get install -q -y --no-install-recommends debootstrap; } >&2
mkdir -p $work
[ $# -gt 0 ] || set -- bookworm trixie
[ -n "$(package '*')" ] || fail "nothing in target/package; first \`make package\`"
rm -f $work/packages.jsonl
for suite in "$@"; do
  for kind in deb:.deb archive:-gnu.tar.xz wheel:.whl; do
    file=$(package "*${kind#*:}")
    [ -z "$file" ] || check "$suite" "${kind%:*}" "$file"
  done
done
rm -rf $work/system
python3 scripts/measure_packages.py | tee -a $work/packages.jsonl
[ $failures = 0 ] || fail "$failures packages read otherwise than where they were built"
