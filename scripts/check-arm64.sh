#!/usr/bin/env bash
# Compiles the program for arm64 on its own Debian 13, with that Debian's OpenCV, and reads the fixtures with
# it in an emulator. Fails unless it reads the same as the program of `make build`; probabilities may differ
# in their last digits because processors round the networks' sums differently. Run as root, because it
# creates the system with debootstrap; takes a quarter of an hour on two cores once the system exists.
set -euo pipefail
cd "$(dirname "$0")/.."

work=target/check-arm64
system=$work/system
registry=${CARGO_HOME:-$HOME/.cargo}/registry

fail() {
  printf 'check-arm64: %s\n' "$1" >&2
  exit 1
}

# Runs a command in the system, with its own mounts and processes, which end with the command. /source is this
# project, and /cargo/registry has the crates already downloaded on this machine.
inside() {
  # shellcheck disable=SC2016 # the inner shell's arguments
  unshare --mount --pid --fork --mount-proc="$system/proc" sh -ec 'mount --bind . "$1/source"
    mount --bind "$2" "$1/cargo/registry"
    exec chroot "$1" env -i PATH=/usr/local/bin:/usr/bin:/usr/sbin:/bin:/sbin HOME=/root LC_ALL=C DEBIAN_FRONTEND=noninteractive sh -ec "$3"' \
    sh $system "$registry" "$1"
}

make_system() {
  [ ! -e $work/ready ] || return 0
  echo "check-arm64: making a Debian 13 in $system (log: $work/system.log)" >&2
  rm -rf $system
  mkdir -p $work
  debootstrap --variant=minbase trixie $system ${DEBIAN_MIRROR:+"$DEBIAN_MIRROR"} >$work/system.log || fail "see $work/system.log"
  mkdir -p $system/source $system/cargo/registry
  # Debian 13's Rust is older than Cargo.toml requires.
  echo "deb ${DEBIAN_MIRROR:-http://deb.debian.org/debian} trixie-backports main" >$system/etc/apt/sources.list.d/backports.list
  cp /etc/resolv.conf $system/etc/
  inside "dpkg --add-architecture arm64
    apt-get update -q
    apt-get install -q -y --no-install-recommends -t trixie-backports cargo rustc libstd-rust-dev:arm64
    apt-get install -q -y --no-install-recommends crossbuild-essential-arm64 clang libclang-dev pkg-config qemu-user \
      libopencv-imgproc-dev:arm64 libopencv-dnn-dev:arm64 libturbojpeg0-dev:arm64" >>$work/system.log 2>&1 || fail "see $work/system.log"
  touch $work/ready
}

compile() {
  inside "cd /source
    export CARGO_HOME=/cargo PKG_CONFIG_ALLOW_CROSS=1 PKG_CONFIG_PATH=/usr/lib/aarch64-linux-gnu/pkgconfig CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    export OPENCV_INCLUDE_PATHS=/usr/include/opencv4,/usr/include/aarch64-linux-gnu/opencv4
    cargo build --release --offline --locked --bin kingdom-scanner --target aarch64-unknown-linux-gnu --target-dir /target" ||
    fail "if its Rust is too old, remove $work: the system is then made anew"
}

# The command that scans all fixtures with this program; a photo without a kingdom gives code 1, which is not
# a failure here.
scan_all() {
  echo "cd fixtures; for photo in photos/*.jpg; do $1 scan --no-gallery --json \$photo 2>/dev/null || [ \$? = 1 ]; done"
}

[ "$(id -u)" = 0 ] || fail "must be run as root: it makes a whole system"
command -v debootstrap >/dev/null || { apt-get update -q && apt-get install -q -y --no-install-recommends debootstrap; } >&2
# Builds here first: that installs the requirements and downloads the crates for both builds.
make --no-print-directory build
cargo fetch -q --locked --target aarch64-unknown-linux-gnu
make_system
compile
inside "cd /source; $(scan_all 'qemu-aarch64 /target/aarch64-unknown-linux-gnu/release/kingdom-scanner')" >$work/arm64.ndjson
bash -ec "$(scan_all ../target/release/kingdom-scanner)" >$work/here.ndjson
python3 scripts/compare_scans.py $work/here.ndjson $work/arm64.ndjson
