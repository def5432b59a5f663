#!/usr/bin/env bash
# Builds the program without OpenCV and libjpeg-turbo, in target/portable: for Linux as a static program that
# needs no libraries, if a standard library for musl is available, otherwise linked like other programs of
# this system; or for Windows.
#
#     scripts/portable.sh            kingdom-scanner, static if it can be
#     scripts/portable.sh static     the same, and fails where it cannot be
#     scripts/portable.sh here       kingdom-scanner linked like other programs of this system, which is quickest:
#                                    it shares its build with the program with OpenCV. It has no page, which would
#                                    read photos in the same way
#     scripts/portable.sh windows    kingdom-scanner.exe
#
# scripts/build_for.sh explains the sources of the standard libraries.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/build_for.sh

out=target/portable
features=portable,heic,serve
program=(--no-default-features --features $features --bin kingdom-scanner)

fail() {
  echo "portable: $*" >&2
  exit 1
}

# Builds with these features. The program goes into a folder of its own, so that target/release keeps the
# program with OpenCV; they share compiled dependencies.
here() {
  cargo build --release --locked --no-default-features --features "$1" --bin kingdom-scanner --target-dir target/elsewhere --config 'build.build-dir="target"'
  cp target/elsewhere/release/kingdom-scanner $out/kingdom-scanner
}

musl() {
  local target=x86_64-unknown-linux-musl
  [ "$(uname -sm)" = "Linux x86_64" ] && command -v musl-gcc >/dev/null || return 1
  export CC_x86_64_unknown_linux_musl=musl-gcc
  local flags=(-C target-feature=+crt-static)
  if [ ! -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
    # Debian compiles the library that catches panics for glibc, so it needs one more function of glibc.
    local unwind=/usr/lib/llvm-14/lib/libunwind.a parts=target/build-std/musl
    [ -f $unwind ] || return 1
    mkdir -p $parts
    cp $unwind $parts/libunwind.a
    musl-gcc -O2 -c scripts/musl-parts.c -o $parts/musl-parts.o
    ar rcs $parts/libunwind.a $parts/musl-parts.o
    # Debian's musl-gcc does not support -static-pie, and would produce a program that needs musl's loader.
    # The allocator, which is C, needs a function of the compiler's own library.
    printf '#!/bin/sh\nexec %q "$@" -lgcc -static -no-pie\n' "$(command -v musl-gcc)" >$parts/musl-gcc
    chmod +x $parts/musl-gcc
    PATH=$PWD/$parts:$PATH
    flags+=(-L "native=$PWD/$parts" -C linker=musl-gcc -C link-self-contained=no)
  fi
  CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_RUSTFLAGS="${flags[*]}" build_for $target std,panic_unwind "${program[@]}" || return 1
  cp "$(built $target kingdom-scanner)" $out/kingdom-scanner
  ! readelf -lW $out/kingdom-scanner | grep -q INTERP || fail "$out/kingdom-scanner wants a loader of the system"
}

windows() {
  local target=x86_64-pc-windows-gnu
  command -v x86_64-w64-mingw32-gcc >/dev/null || fail "no compiler for Windows: apt-get install gcc-mingw-w64-x86-64 g++-mingw-w64-x86-64"
  build_for $target std,panic_unwind "${program[@]}" || fail "no standard library for $target: see above in this file"
  cp "$(built $target kingdom-scanner.exe)" $out/kingdom-scanner.exe
}

mkdir -p $out
case "${1:-}" in
  "") if musl; then
    echo "portable: $out/kingdom-scanner needs no library" >&2
  else
    echo "portable: no musl-gcc or no standard library for it, so the program is linked as this system does" >&2
    here $features
  fi ;;
  here) here portable,heic ;;
  static) musl || fail "no musl-gcc or no standard library for it: apt-get install musl-tools, rustup target add x86_64-unknown-linux-musl" ;;
  windows) windows ;;
  *) fail "\`static\`, \`here\`, \`windows\` or nothing, not \`$1\`" ;;
esac
ls -l $out >&2
