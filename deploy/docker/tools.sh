#!/bin/sh
# Entry point of the image `tools`: runs one of the operator's commands, as `npm run vault -- …` does in the launcher.
set -eu
usage='Usage: docker compose run --rm tools admin|audit|backup|event-store|projections|vault <command>, or --help of each'
case ${1-} in
  admin | audit | backup | projections | vault) tool=$1 ;;
  event-store) tool=eventStore ;;
  --help)
    echo "$usage"
    exit
    ;;
  *)
    echo "$usage" >&2
    exit 2
    ;;
esac
shift
exec node "$(dirname "$0")/launcher/dist/cli/$tool.js" "$@"
