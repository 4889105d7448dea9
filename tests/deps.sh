#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs the packages named that are missing, from Debian's own. On another
# system it prints the list and goes on.
set -eu

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "This is not Debian; please have these installed (Debian's names):"
    printf '  %s\n' "$@"
    exit 0
fi

missing=
for package in "$@"; do
    state=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
    [ "$state" = "install ok installed" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

echo "Installing from Debian's packages:$missing"
if [ "$(id -u)" -eq 0 ]; then
    as_root=
elif command -v sudo >/dev/null 2>&1; then
    as_root=sudo
else
    echo "Neither root nor sudo: please install these, then try again." >&2
    exit 1
fi
# shellcheck disable=SC2086 # words are meant to be split
$as_root env DEBIAN_FRONTEND=noninteractive sh -c \
    'apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@" >/dev/null' \
    sh $missing
