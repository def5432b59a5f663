#!/usr/bin/env bash
# Installs missing build requirements; quick if nothing is missing. Supports Linux with apt (Debian 12 and
# Ubuntu 22.04 or newer, x86-64 and arm64); elsewhere it prints what to install. With --tests also installs
# the browser for testing the page of `serve`, with --package the requirements of `make package`, with
# --package-portable also those of `scripts/package.sh portable`.
set -euo pipefail
purpose=${1:-}
cd "$(dirname "$0")/.."

fail() {
  printf 'setup: %s\n' "$1" >&2
  exit 1
}

# Of OpenCV, only imgproc and dnn are installed, which load 25 libraries. imgcodecs would load GDAL and about
# 120 more libraries at every start. The opencv crate needs both clang packages to read OpenCV's headers.
missing_packages() {
  [ -e /usr/include/opencv4/opencv2/imgproc.hpp ] || echo libopencv-imgproc-dev
  [ -e /usr/include/opencv4/opencv2/dnn.hpp ] || echo libopencv-dnn-dev
  [ -e /usr/include/turbojpeg.h ] || echo libturbojpeg0-dev
  command -v pkg-config >/dev/null || echo pkg-config
  command -v c++ >/dev/null || echo g++
  command -v clang >/dev/null || echo clang
  compgen -G '/usr/lib/llvm-*/lib/libclang[.-][0-9s]*' >/dev/null || libclang_package
  case $purpose in
  --tests) missing_browser ;;
  --package) missing_for_packages ;;
  --package-portable) missing_for_packages && missing_for_portable ;;
  esac
}

missing_for_packages() {
  command -v cmake >/dev/null || echo cmake
  command -v dpkg-shlibdeps >/dev/null || echo dpkg-dev
  command -v xz >/dev/null || echo xz-utils
  python3 -c 'import ensurepip' 2>/dev/null || echo python3-venv
}

# Compilers for a static program and for Windows.
missing_for_portable() {
  command -v musl-gcc >/dev/null || echo musl-tools
  command -v x86_64-w64-mingw32-gcc >/dev/null || echo gcc-mingw-w64-x86-64
  command -v x86_64-w64-mingw32-g++ >/dev/null || echo g++-mingw-w64-x86-64
}

# Debian's Chromium. Ubuntu has Chromium only outside apt: there the page's tests are skipped with a message
# until you install it.
missing_browser() {
  grep -qx 'ID=debian' /etc/os-release || return 0
  command -v chromium >/dev/null || echo chromium
  command -v chromedriver >/dev/null || echo chromium-driver
}

# libclang in the version of the `clang` package: libclang1-14 on Debian 12, libclang1-18 on Ubuntu 24.04, ...
libclang_package() {
  local version
  version=$(apt-cache depends clang 2>/dev/null | sed -n 's/.*Depends: clang-\([0-9]*\)$/\1/p' | head -n 1)
  if [ -n "$version" ]; then echo "libclang1-$version"; else echo libclang-dev; fi
}

install_with_apt() {
  local sudo=() packages
  [ "$(id -u)" = 0 ] || sudo=(sudo)
  [ -z "$(missing_packages)" ] && return
  [ "$(id -u)" = 0 ] || command -v sudo >/dev/null ||
    fail "these packages are missing, and there is no sudo to install them: $(missing_packages | xargs)"
  "${sudo[@]}" apt-get update -q
  packages=$(missing_packages) # once more: before the update, apt may not have known clang's version
  echo "setup: installing $(echo "$packages" | xargs)"
  # shellcheck disable=SC2086 # a list of words
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $packages
}

check_rust() {
  local wanted found
  wanted=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
  command -v cargo >/dev/null || fail "no Rust found: install Rust $wanted or newer from https://rustup.rs, then try again"
  found=$(rustc --version | cut -d' ' -f2)
  [ "$(printf '%s\n' "$wanted" "$found" | sort -V | head -n 1)" = "$wanted" ] ||
    fail "Rust $found found, but $wanted or newer is needed: \`rustup update stable\`, or see https://rustup.rs"
}

check_macos() {
  command -v brew >/dev/null || fail "Homebrew is needed to find OpenCV: https://brew.sh"
  brew list opencv jpeg-turbo pkgconf llvm >/dev/null 2>&1 ||
    fail "run \`brew install opencv jpeg-turbo pkgconf llvm\`, then try again"
  [ -n "${OPENCV_INCLUDE_PATHS:-}" ] || fail "macOS: say where Homebrew keeps things, then try again:
  export OPENCV_LINK_PATHS=$(brew --prefix opencv)/lib OPENCV_INCLUDE_PATHS=$(brew --prefix opencv)/include/opencv4
  export PKG_CONFIG_PATH=$(brew --prefix jpeg-turbo)/lib/pkgconfig
  export DYLD_FALLBACK_LIBRARY_PATH=$(brew --prefix llvm)/lib"
}

if [ "$(uname -s)" = Darwin ]; then
  check_macos
elif command -v apt-get >/dev/null; then
  install_with_apt
else
  echo "setup: no apt-get here; make sure that OpenCV 4 (core, imgproc, dnn), libturbojpeg, pkg-config, clang and libclang" \
    "are installed, with OPENCV_INCLUDE_PATHS and OPENCV_LINK_PATHS set if the build does not find them (.cargo/config.toml)" >&2
fi
check_rust
