#!/usr/bin/env bash
# Installs what `make package` made on bare Debian 12 and 13, scans the fixtures there, and compares the JSON, but for its timings, with
# what the program prints where it was built. Prints what a person waits and downloads, from nothing to the first sheet, and how quick and
# large the program is; the figures are kept in target/check-package/packages.jsonl (models/measured/packages.jsonl is such a file). As root,
# for it makes the systems with debootstrap; they are kept, so that the next time is quicker. Names of systems as arguments (bookworm, trixie,
# jammy, noble) check these alone.
set -euo pipefail
cd "$(dirname "$0")/.."

work=target/check-package
packages=$PWD/target/package
# The folder of the program that the packages hold.
program=$PWD/target/static/release
declare -A system=([bookworm]="Debian 12" [trixie]="Debian 13" [jammy]="Ubuntu 22.04" [noble]="Ubuntu 24.04")
ubuntu_mirror=${UBUNTU_MIRROR:-http://archive.ubuntu.com/ubuntu}
failures=0

fail() {
  printf 'check-package: %s\n' "$1" >&2
  exit 1
}

# The first package of this kind, or nothing.
package() {
  compgen -G "$packages/$1" | head -n 1 || true
}

# The keys that Ubuntu signs with; Debian has no package of them.
ubuntu_keyring() {
  local package=ubuntu-keyring_2021.03.26_all.deb
  curl -fsSL -o "$work/$package" "$ubuntu_mirror/pool/main/u/ubuntu-keyring/$package"
  echo "0d0e7ed6b112f5d03eabf3c7eb01ebdacf9c57714b279e90495cfc58c8c4520f  $work/$package" | sha256sum --check --quiet >&2
  dpkg-deb -x "$work/$package" "$work/keyring"
  echo "$work/keyring/usr/share/keyrings/ubuntu-archive-keyring.gpg"
}

# A bare system of its own: what `debian:12-slim` and a fresh server have, or less.
make_system() {
  # `gutsy` is what debootstrap calls the way to make any newer Ubuntu, too.
  local suite=$1 base=$work/$1
  if [ ! -e "$base.ready" ]; then
    rm -rf "$base"
    case ${system[$suite]} in
    # Every Ubuntu that people have knows `universe`, where python3-venv is.
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

# Its own mounts and processes, which end with the command.
inside() {
  unshare --mount --pid --fork --mount-proc="$work/system/proc" chroot "$work/system" env -i PATH=/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin \
    HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive sh -c "$1"
}

# Lists of packages are not needed: what the package wants is on every system.
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

# Scans all fixtures; those without a kingdom give a code of their own, which counts as well.
scan_all() {
  echo 'cd / && kingdom-scanner scan --no-gallery --json photos/*.jpg 2>/dev/null || echo "exit code $?"'
}

# The only thing in the JSON that differs from run to run.
without_times() {
  sed -E 's/"timings_ms":\{[^}]*\}//'
}

# What the program prints for the same photos where it was built.
expected() {
  (cd fixtures && PATH=$program:$PATH && eval "$(scan_all | sed 's/^cd . && //')")
}

# suite, kind, package
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
  # What apt fetched: package lists ("Fetched 9,334 kB") and packages, and the package itself.
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

# what, figure, unit
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
