#!/usr/bin/env bash
# Checks everything in deploy/, the Dockerfile and the compose files; CI runs it after `npm test`, which builds. Needs no
# Docker engine: what an image would do is done by hand, and Caddy runs on loopback before parts that only say their name.
# Installs what is missing when it may (Debian, root), and fails when it may not: nothing is left out silently.
set -euo pipefail
cd "$(dirname "$0")/.."

has() { command -v "$1" >/dev/null; }

missing=()
for tool in caddy shellcheck openssl; do has "$tool" || missing+=("$tool"); done
# Today's compose is a plugin of Docker; Debian has the one before.
docker compose version >/dev/null 2>&1 || has docker-compose || missing+=(docker-compose)
if ((${#missing[@]} > 0)); then
  if [[ $EUID -ne 0 ]] || ! has apt-get; then
    echo "Needed and not there: ${missing[*]} (Debian: sudo apt-get install ${missing[*]})" >&2
    exit 1
  fi
  echo "Installing ${missing[*]} …"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

echo '== Shell scripts'
mapfile -t scripts < <(find deploy -name '*.sh' -not -path 'deploy/secrets/*' | sort)
scripts+=(.ci/run)
for script in "${scripts[@]}"; do bash -n "$script"; done
shellcheck "${scripts[@]}"

echo '== Caddyfile'
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if ! XDG_DATA_HOME=$scratch XDG_CONFIG_HOME=$scratch caddy validate --config deploy/Caddyfile --adapter caddyfile >"$scratch/log" 2>&1; then
  cat "$scratch/log" >&2
  exit 1
fi
diff -u deploy/Caddyfile <(caddy fmt deploy/Caddyfile)

echo '== Compose files, images and routing'
npx vitest run --config deploy/test/vitest.config.ts
