#!/usr/bin/env bash
# Makes a release in one command: version, changelog, packages, page without a server, list of parts, checksums, tag. It pushes nothing.
#
#   scripts/release.sh 1.1.0
#   scripts/release.sh 1.1.0 --dry-run   # in a copy that is thrown away, without packages; shows what would be committed and tagged
set -euo pipefail
cd "$(dirname "$0")/.."

out=target/package
version=${1:-}
tag=v$version

fail() {
  printf 'release: %s\n' "$1" >&2
  exit 1
}

check() {
  local current
  [[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]] || fail "'$version' is no version: give one like 1.1.0"
  [ -z "$(git status --porcelain)" ] || fail "there are changes that are not committed; commit or stash them first"
  [ "$(cat target/passed 2>/dev/null)" = "$(git rev-parse 'HEAD^{tree}')" ] || fail "this tree has not passed .ci/run here; run it first"
  git rev-parse -q --verify "refs/tags/$tag" >/dev/null && fail "the tag $tag is there already"
  current=$(sed -n '/^\[workspace.package\]/,/^\[/ s/^version = "\(.*\)"/\1/p' Cargo.toml)
  [ "$(printf '%s\n' "$current" "$version" | sort -V | tail -n 1)" = "$version" ] || fail "$version is older than $current, which Cargo.toml has"
}

# The changelog's section for a version, without its heading.
section() {
  awk -v begin="## [$1]" 'index($0, begin) == 1 { inside = 1; next } /^## / { inside = 0 } inside' CHANGELOG.md | sed -e '/./,$!d'
}

set_version() {
  sed -i -E '/^\[workspace.(package|dependencies)\]/,/^$/ s/(^|, )version = "[^"]*"/\1version = "'"$version"'"/' Cargo.toml
  sed -i -E '/^name = "(kingdom-scanner(-[a-z]+)*|kingdomino|portable-cv)"$/ { n; s/^version = ".*"/version = "'"$version"'"/ }' Cargo.lock web/Cargo.lock
  sed -i -E 's/^version = ".*"/version = "'"$version"'"/' web/Cargo.toml
}

# Turns the section [Unreleased] into the version's, unless the version already has a section.
set_changelog() {
  if ! grep -qF "## [$version]" CHANGELOG.md; then
    [ -n "$(section Unreleased)" ] || fail "CHANGELOG.md says nothing under [Unreleased] and has no section [$version]"
    sed -i "s/^## \[Unreleased\]$/&\n\n## [$version] - $(date -u +%F)/" CHANGELOG.md
  fi
  [ -n "$(section "$version")" ] || fail "the section [$version] of CHANGELOG.md is empty"
}

commit() {
  git add Cargo.toml Cargo.lock web/Cargo.toml web/Cargo.lock CHANGELOG.md
  git diff --cached --quiet || git commit -q -m "Version $version"
}

# The list of everything that is linked in, for compliance: CycloneDX.
list_parts() {
  cargo install -q --locked --root target/tools --version 0.5.9 cargo-cyclonedx
  PATH=$PWD/target/tools/bin:$PATH cargo cyclonedx -q --format json --spec-version 1.5 --target "$(rustc -vV | sed -n 's/^host: //p')" \
    --override-filename release
  python3 scripts/add_static_parts.py release.json >"$out/kingdom-scanner-$version.cdx.json"
  rm release.json crates/*/release.json fixtures/*/release.json
}

# The page without a server: its files, for any web server.
pack_web() {
  scripts/web.sh
  (cd target/web && python3 -m zipfile -c "$OLDPWD/$out/kingdom-scanner-web-$version.zip" *)
}

make_all() {
  rm -rf $out
  scripts/package.sh deb archive wheel portable
  pack_web
  list_parts
  section "$version" >$out/notes.md
  (cd $out && sha256sum kingdom[-_]scanner* >SHA256SUMS)
}

tag() {
  { printf 'kingdom-scanner %s\n\n' "$version" && section "$version"; } | git tag -a --cleanup=verbatim -F - "$tag"
}

check
case ${2:-} in
--dry-run)
  copy=$(mktemp -d)
  trap 'rm -rf "$copy"' EXIT
  git clone -q --no-hardlinks . "$copy/kingdom-scanner"
  cd "$copy/kingdom-scanner"
  git config user.name "dry run" && git config user.email dry-run@localhost
  set_version && set_changelog && commit && tag
  git --no-pager show --stat --format='commit: %s' HEAD
  git --no-pager for-each-ref --format='tag: %(refname:short)%0a%0a%(contents)' "refs/tags/$tag"
  echo "dry run: nothing was changed. Without --dry-run this is followed by scripts/package.sh, scripts/web.sh, the list of parts and SHA256SUMS."
  ;;
"")
  set_version && set_changelog && commit
  make_all
  tag
  echo "release: $tag is tagged; $out holds what to publish with notes.md. Next: git push --follow-tags"
  ;;
*) fail "unknown option $2" ;;
esac
