#!/usr/bin/env bash
# Makes the installable packages in target/package. Each contains one program with OpenCV inside, for every
# Linux whose glibc is not too old:
#
#   deb       a package for Debian, Ubuntu and what descends from them
#   archive   a tar.xz for the others
#   wheel     for `pip install`
#   portable  the program without OpenCV (docs/install.md): a tar.xz for every Linux, whatever its C library, and a zip for Windows
#
# Without arguments, makes the first three. Installs missing build requirements.
set -euo pipefail
cd "$(dirname "$0")/.."

out=target/package
files=$out/files
static=target/static
program=$static/release/kingdom-scanner
tools=target/tools
version=$(sed -n '/^\[workspace.package\]/,/^\[/ s/^version = "\(.*\)"/\1/p' Cargo.toml)
target=$(rustc -vV | sed -n 's/^host: //p')
# The oldest glibc that the program supports: Ubuntu 22.04's.
oldest_glibc=2.35
# All files of a release get the time of its commit, so that the same source makes the same archive. The
# variable is not exported as SOURCE_DATE_EPOCH, because crates that compile C would be rebuilt whenever it
# changes.
seconds=$(git log -1 --format=%ct 2>/dev/null || date +%s)

fail() {
  printf 'package: %s\n' "$1" >&2
  exit 1
}

# Builds the program with everything but glibc linked statically.
build_static() {
  local variables
  variables=$(scripts/static-opencv.sh)
  (eval "$variables" && cargo build --release --locked --bin kingdom-scanner --target-dir $static)
  check_static
}

# Checks that the program needs no more of the system than we promise.
check_static() {
  local libraries newest
  libraries=$(objdump -p $program | sed -n 's/^ *NEEDED *//p' | grep -vxE 'lib(c|m|gcc_s|dl|pthread|rt)\.so\.[0-9]+|ld-linux-.*' | xargs || true)
  [ -z "$libraries" ] || fail "$program wants $libraries, which not every system has"
  newest=$(objdump -T $program | grep -oE 'GLIBC_[0-9.]+' | sed 's/GLIBC_//' | sort -Vu | tail -n 1)
  [ "$(printf '%s\n' "$newest" $oldest_glibc | sort -V | tail -n 1)" = $oldest_glibc ] ||
    fail "$program wants glibc $newest, newer than the $oldest_glibc that we promise: make the packages on Debian 12 or Ubuntu 22.04, in a container if need be"
  echo "package: the program needs glibc $newest or newer and $(objdump -p $program | grep -c NEEDED) libraries of the system" >&2
}

# Manual pages, completions and documents, in their standard places below `share`.
write_share() {
  local program=$1 share=$files/share doc=$files/share/doc/kingdom-scanner
  rm -rf "$files"
  mkdir -p "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/site-functions" "$share/fish/vendor_completions.d" "$doc" "$files/licences"
  $program man "$share/man/man1"
  $program completions bash >"$share/bash-completion/completions/kingdom-scanner"
  $program completions zsh >"$share/zsh/site-functions/_kingdom-scanner"
  $program completions fish >"$share/fish/vendor_completions.d/kingdom-scanner.fish"
  cp README.md CHANGELOG.md LICENSE-MIT LICENSE-APACHE "$doc"
  cp crates/report/src/card/fonts/OFL.txt "$doc/LICENSE-fonts"
}

write_files() {
  local doc=$files/share/doc/kingdom-scanner
  write_share $program
  cp "${STATIC_OPENCV:-target/static-opencv}"/licences/*.txt "$files/licences"
  cp /usr/share/doc/libturbojpeg0-dev/copyright "$files/licences/libjpeg-turbo.txt"
  cp "/usr/share/doc/libstdc++6/copyright" "$files/licences/libstdc++.txt"
  python3 scripts/third_party.py "$files"/licences/*.txt >"$doc/THIRD-PARTY.txt"
}

make_deb() {
  local doc=$files/share/doc/kingdom-scanner
  command -v dpkg-shlibdeps >/dev/null || fail "no dpkg-shlibdeps: make the packages on Debian 12 or Ubuntu 22.04, in a container if need be"
  cargo install -q --locked --root $tools --version 3.8.0 cargo-deb
  build_static
  write_files
  cat >"$files/changelog" <<CHANGELOG
kingdom-scanner ($version-1) unstable; urgency=medium

  * Version $version: see /usr/share/doc/kingdom-scanner/changelog.gz.

 -- the kingdom-scanner contributors <packages@kingdom-scanner.invalid>  $(LC_ALL=C date -R -d "@$seconds")
CHANGELOG
  # Debian's rules demand this name and compression.
  gzip -9n <"$doc/CHANGELOG.md" >"$doc/changelog.gz"
  rm -f "$doc/CHANGELOG.md" $out/*.deb
  CARGO_TARGET_DIR=$static SOURCE_DATE_EPOCH=$seconds $tools/bin/cargo-deb --no-build --no-strip --locked --output $out/ >/dev/null
}

# Packs a program and the files of `write_share` as an archive, in a folder of its own.
pack_archive() {
  local name=kingdom-scanner-$version-$1 program=$2
  rm -rf "${out:?}/$name" "$out/$name.tar.xz"
  mkdir -p "$out/$name/bin"
  cp "$program" "$out/$name/bin/"
  cp -r "$files/share" "$out/$name/"
  tar -C $out --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$seconds" -cJf "$out/$name.tar.xz" "$name"
  rm -rf "${out:?}/$name"
}

make_archive() {
  build_static
  write_files
  pack_archive "$target" $program
}

make_portable() {
  local built=target/portable doc=$files/share/doc/kingdom-scanner name=kingdom-scanner-$version-x86_64-windows
  scripts/portable.sh static
  scripts/portable.sh windows
  write_share $built/kingdom-scanner
  third_party x86_64-unknown-linux-musl musl-dev >"$doc/THIRD-PARTY.txt"
  pack_archive x86_64-linux-musl $built/kingdom-scanner
  rm -rf "${out:?}/$name" "$out/$name.zip"
  mkdir "$out/$name"
  cp $built/kingdom-scanner.exe "$doc"/{README.md,CHANGELOG.md,LICENSE-*} "$out/$name"
  third_party x86_64-pc-windows-gnu mingw-w64-x86-64-dev >"$out/$name/THIRD-PARTY.txt"
  (cd $out && python3 -m zipfile -c "$name.zip" "$name")
  rm -rf "${out:?}/$name"
}

# Lists the licences of crates, and of the C library that is linked statically, by the Debian package that
# contains it.
third_party() {
  cp "/usr/share/doc/$2/copyright" "$files/licences/$2.txt"
  python3 scripts/third_party.py --of Cargo.toml "$1" --features portable,heic,serve "$files/licences/$2.txt"
}

make_wheel() {
  local variables
  variables=$(scripts/static-opencv.sh)
  [ -e $tools/python/bin/pip ] || python3 -m venv $tools/python
  $tools/python/bin/pip install -q --disable-pip-version-check maturin==1.16.0
  rm -f $out/*.whl
  # maturin determines the oldest supported glibc, and refuses a program that needs more of the system than
  # Python's rules allow.
  (eval "$variables" && CARGO_TARGET_DIR=$static $tools/python/bin/maturin build -q --release --locked --out $out)
  compgen -G "$out/*-manylinux_*.whl" >/dev/null || fail "the wheel is not one for every Linux: $(ls $out/*.whl)"
}

[ $# -gt 0 ] || set -- deb archive wheel
case $* in
*portable*) scripts/setup.sh --package-portable ;;
*) scripts/setup.sh --package ;;
esac
mkdir -p $out
for kind in "$@"; do
  case $kind in
  deb | archive | wheel | portable) "make_$kind" ;;
  *) fail "$kind is none of deb, archive, wheel and portable" ;;
  esac
done
rm -rf $files
(cd $out && ls -l --block-size=K ./*.deb ./*.tar.xz ./*.whl ./*.zip 2>/dev/null) >&2
