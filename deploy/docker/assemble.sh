#!/usr/bin/env bash
# Gathers only what one part needs to run: its packages, and the built code of itself and each workspace that it uses.
# Runs in the Dockerfile, in a folder with the manifests of all workspaces (their devDependencies removed).
#
#   assemble.sh <workspace> <folder of the whole build> <folder to fill> [<workspace whose dist it serves>…]
set -euo pipefail
part=$1 build=$2 out=$3
shift 3

npm ci --workspace="$part" --include-workspace-root=false --omit=dev --omit=peer --ignore-scripts \
  --prefer-offline --no-audit --no-fund --loglevel=error

# npm links exactly the workspaces that this one uses, directly or through others.
for link in node_modules/@pmcw/*; do
  room=${link##*/}
  mkdir -p "$out/$room"
  cp "$room/package.json" "$out/$room/"
  cp -r "$build/$room/dist" "$out/$room/"
  # Files that a workspace reads at run time beside its code.
  if [[ -d $build/$room/fonts ]]; then cp -r "$build/$room/fonts" "$out/$room/"; fi
  if [[ -f $build/$room/bin/usage.mjs ]]; then install -D "$build/$room/bin/usage.mjs" "$out/$room/bin/usage.mjs"; fi
  # Packages that another workspace uses in another version.
  if [[ -d $room/node_modules ]]; then cp -r "$room/node_modules" "$out/$room/"; fi
  # Files that only the compiler reads.
  find "$out/$room/dist" \( -name '*.d.ts' -o -name '*.map' -o -name '.tsbuildinfo' \) -delete
done
for room in "$@"; do
  mkdir -p "$out/$room"
  cp -r "$build/$room/dist" "$out/$room/"
done

# The package has binaries for every system and Node version (130 MB); one is used. Without it the gateway would serve
# sockets with `ws`, which costs production more processor time (docs/decisions/gateway-two-engines.md).
binaries=node_modules/uWebSockets.js/dist/bin
if [[ -d $binaries ]]; then
  mine=$(node -p "['uws', process.platform, process.arch, process.versions.modules].join('_')").node
  find "$binaries" -type f ! -name "$mine" -delete
  if [[ $part == gateway && ! -f $binaries/$mine ]]; then
    echo "uWebSockets.js has no binary $mine for this Node ($(node -v)): use another GATEWAY_NODE_IMAGE." >&2
    exit 1
  fi
fi
mv node_modules "$out/"
