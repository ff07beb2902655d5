#!/usr/bin/env bash
# Checks everything in deploy/, the Dockerfile and the compose files; CI runs it after `npm test`, which builds. Needs
# no Docker engine: it runs the steps of the Dockerfile itself, and Caddy on loopback in front of fake parts that only
# report their name. Installs missing tools when it may (Debian, root), and otherwise fails: no check is skipped
# silently.
#
#   deploy/check.sh            checks without an engine
#   deploy/check.sh --engine   the whole deployment on the engine that `docker` reaches: build, start, confinement, backup
#                              and restore, every container killed, three log nodes, an upgrade; ten minutes, no port
#                              of the machine
set -euo pipefail
cd "$(dirname "$0")/.."

usage='Usage: deploy/check.sh [--engine]: with it, the whole deployment on the engine that docker reaches'
if [[ ${1-} == --help ]]; then
  echo "$usage"
  exit
elif [[ $# -gt 1 || ${1---engine} != --engine ]]; then
  echo "$usage" >&2
  exit 2
fi

if [[ ${1-} == --engine ]]; then
  if ! docker info >/dev/null 2>&1; then
    echo 'There is no container engine here (docker info fails): nothing was checked.' >&2
    exit 1
  fi
  docker version --format 'Docker {{.Server.Version}}'
  docker compose version
  exec npx vitest run --config deploy/test/engine/vitest.config.ts
fi

has() { command -v "$1" >/dev/null; }

# Caddy and Compose are checked in the versions of production. Where this system's are older, those of newer Debian
# releases are unpacked here. So are servers of this system's release, because installing them would start them.
newer=${XDG_CACHE_HOME:-$HOME/.cache}/pmcw/deploy-check
# shellcheck disable=SC1091 # the file of the system
own=$(. /etc/os-release 2>/dev/null && echo "${VERSION_CODENAME-}")
export PATH=$newer/trixie/usr/libexec/docker/cli-plugins:$newer/sid/usr/bin:$newer/$own/usr/sbin:$PATH

# fetch <release> <package>
fetch() {
  local release=$1 package=$2 apt=$newer/$1/apt archives
  # shellcheck disable=SC2016 # apt fills it in
  mapfile -t archives < <(apt-get indextargets --format '$(REPO_URI)' | grep '/debian/$')
  mkdir -p "$apt/lists/partial" "$apt/cache/archives/partial"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] ${archives[0]} $release main" >"$apt/sources.list"
  local options=(-qq -o "Dir::Etc::sourcelist=$apt/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$apt/lists"
    -o "Dir::Cache=$apt/cache" -o Acquire::Languages=none -o Acquire::Retries=3 -o APT::Sandbox::User=root)
  apt-get "${options[@]}" update
  (cd "$apt" && apt-get "${options[@]}" download "$package" && dpkg-deb --extract "$package"_*.deb "$newer/$release")
  rm -rf "$apt"
}
caddy_is_current() {
  local wanted
  wanted=$(sed -n 's/^ *image: caddy:\([0-9.]*\).*/\1/p' docker-compose.yml)
  has caddy && printf '%s\n' "$wanted" "$(caddy version | grep -o '[0-9][0-9.]*' | head -n 1)" | sort --check --version-sort 2>/dev/null
}
has_compose() { docker compose version >/dev/null 2>&1 || [[ $(docker-compose version --short 2>/dev/null) == [2-9]* ]]; }
# Docker's own library decides which files `.dockerignore` lets through.
has_docker_library() { /usr/bin/python3 -c 'import docker' 2>/dev/null; }

missing=()
for tool in shellcheck openssl; do has "$tool" || missing+=("$tool"); done
has systemd-analyze || missing+=(systemd)
has_docker_library || missing+=(python3-docker)
servers=()
for server in pgbouncer nginx; do has "$server" || servers+=("$server"); done
# Libraries of PgBouncer.
[[ ${servers[*]} != *pgbouncer* ]] || missing+=(libevent-2.1-7 libc-ares2)
older=()
caddy_is_current || older+=(caddy)
has_compose || older+=(docker-compose)
if ((${#missing[@]} + ${#older[@]} + ${#servers[@]} > 0)); then
  if [[ $EUID -ne 0 ]] || ! has apt-get; then
    echo "Needed and not there, or too old: ${missing[*]} ${older[*]} ${servers[*]}" >&2
    exit 1
  fi
  echo "Installing ${missing[*]} ${older[*]} ${servers[*]} …"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  ((${#missing[@]} == 0)) || apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  for package in "${older[@]}"; do
    if [[ $package == caddy ]]; then fetch sid caddy; else fetch trixie "$package"; fi
  done
  for package in "${servers[@]}"; do fetch "$own" "$package"; done
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

echo '== Compose files, manifests, units, images and routing'
npx vitest run --config deploy/test/vitest.config.ts

echo '== Not checked here: the containers themselves. deploy/check.sh --engine does, where there is an engine.'
