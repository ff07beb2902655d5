#!/usr/bin/env bash
# Replaces running parts with the current images, one part after the other and without downtime: as many new replicas
# start beside the old ones, which are stopped when the new ones are ready. If they do not become ready, they are
# removed, the old ones stay, and the remaining parts are not upgraded.
#
#   docker compose build && deploy/upgrade.sh
#   deploy/upgrade.sh query-service          one part
#   COMPOSE_FILE=docker-compose.yml:docker-compose.cluster.yml deploy/upgrade.sh
#
# The order, when no part is named: readers before writers, and the app, which the query service serves, after
# everything that it talks to. A new notary is ready when it is on standby, and signs when the old one has ended.
set -euo pipefail
cd "$(dirname "$0")/.."

order=(projector notary gateway command-service query-service)
usage="Usage: deploy/upgrade.sh [<part> ...], of ${order[*]}"
parts=("$@")
((${#parts[@]} > 0)) || parts=("${order[@]}")
if [[ ${1-} == --help ]]; then
  echo "$usage"
  exit
fi
for part in "${parts[@]}"; do
  [[ " ${order[*]} " == *" $part "* ]] && continue
  printf 'There is no part %s.\n\n%s\n' "$part" "$usage" >&2
  exit 2
done

for part in "${parts[@]}"; do
  mapfile -t old < <(docker compose ps --quiet "$part")
  if ((${#old[@]} == 0)); then
    echo "$part does not run: docker compose up -d --wait starts it" >&2
    exit 1
  fi
  echo "$part: ${#old[@]} running, starting as many new ones"
  if ! docker compose up --detach --no-deps --no-recreate --wait --wait-timeout 300 \
    --scale "$part=$((${#old[@]} * 2))" "$part"; then
    mapfile -t new < <(docker compose ps --all --quiet "$part" | grep --invert-match --fixed-strings --line-regexp "$(printf '%s\n' "${old[@]}")")
    ((${#new[@]} == 0)) || docker rm --force "${new[@]}"
    echo "$part: the new ones did not become ready; the old ones keep running. Later parts were not upgraded." >&2
    exit 1
  fi
  # Longer than a process may take to finish its pending work.
  docker stop -t 30 "${old[@]}"
  docker rm "${old[@]}"
done
