# Sourced by the scripts that build for a target other than this machine.

# Builds for a target with cargo, using its standard library or one compiled on the way. Fails if neither is
# available.
#     build_for TARGET STD OPTIONS...        STD: the parts of the standard library, as `-Zbuild-std` names them
#
# A standard library for another target comes from rustup (`rustup target add TARGET`). Without rustup, the
# one in Debian's rustc-web and rust-web-src is compiled (`apt-get install rustc-web rust-web-src`).
build_for() {
  local target=$1 std=$2
  shift 2
  local cargo=(cargo build --release --locked --target "$target" "$@")
  if [ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
    "${cargo[@]}"
  elif [ -x /usr/bin/rustc ] && [ -d "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library" ]; then
    # Lets this stable compiler act as a nightly, only for `-Zbuild-std`. Builds in a separate folder, because
    # the rest was built by another compiler.
    RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 "${cargo[@]}" "-Zbuild-std=$std" --target-dir target/build-std
  else
    return 1
  fi
}

# Path of a file built for a target: the newest with this name, or with this extension.
#     built TARGET PATTERN
built() {
  ls -t target/{,build-std/}"$1"/release/* 2>/dev/null | grep -E "/$2\$" | head -n 1
}
