#!/usr/bin/env bash
# Health check of an image: succeeds when the part in this container is ready. Starts no other program, because it runs
# in every container for as long as that runs.
set -euo pipefail
exec 3<>"/dev/tcp/127.0.0.1/$PORT"
printf 'GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
read -r _ status _ <&3
[[ $status == 200 ]]
