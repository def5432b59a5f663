# Sourced by the scripts that build for another target than this machine.

# Has cargo build for a target, with its standard library or one that is compiled on the way. Fails where there is neither.
#     build_for TARGET STD OPTIONS...        STD: the parts of the standard library, as `-Zbuild-std` names them
#
# A standard library for another target comes from rustup (`rustup target add TARGET`). Where rustup has none, that of Debian's rustc-web and
# rust-web-src is compiled (`apt-get install rustc-web rust-web-src`).
build_for() {
  local target=$1 std=$2
  shift 2
  local cargo=(cargo build --release --locked --target "$target" "$@")
  if [ -d "$(rustc --print sysroot)/lib/rustlib/$target/lib" ]; then
    "${cargo[@]}"
  elif [ -x /usr/bin/rustc ] && [ -d "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library" ]; then
    # As if it were a nightly, for `-Zbuild-std` alone; with a folder of its own, since another compiler has made the rest.
    RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 "${cargo[@]}" "-Zbuild-std=$std" --target-dir target/build-std
  else
    return 1
  fi
}

# Where a file that was built for a target lies: the newest of this name, or with an ending.
#     built TARGET PATTERN
built() {
  ls -t target/{,build-std/}"$1"/release/* 2>/dev/null | grep -E "/$2\$" | head -n 1
}
