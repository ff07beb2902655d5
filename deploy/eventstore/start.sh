#!/bin/sh
# Starts a node of EventStoreDB, which takes the first passwords of its users from environment variables only. Reading
# them from secrets here keeps them in the environment of this one process, out of the image and of `docker inspect`.
set -eu

# With PMCW_WAITS_FOR_A_COPY a node without data starts once two others have all of it. Earlier it could help to elect
# another empty node, and the leader shortens every log to its own.
if [ -n "${PMCW_WAITS_FOR_A_COPY-}" ] && [ ! -e /var/lib/eventstore/writer.chk ]; then
  echo 'This node has no data: waiting until one of the others has a copy'
  has_copy() {
    for node in $(echo "$EVENTSTORE_GOSSIP_SEED" | tr , ' '); do
      curl --silent --max-time 5 --cacert /etc/pmcw/authorities/ca.crt "https://$node/gossip" | tr -d ' \n' | grep -q '"state":"Follower"' && return
    done
    return 1
  }
  until has_copy; do sleep 1; done
fi

EVENTSTORE_DEFAULT_ADMIN_PASSWORD=$(cat /run/secrets/eventstore_admin_password)
EVENTSTORE_DEFAULT_OPS_PASSWORD=$(cat /run/secrets/eventstore_ops_password)
export EVENTSTORE_DEFAULT_ADMIN_PASSWORD EVENTSTORE_DEFAULT_OPS_PASSWORD
exec /opt/eventstore/EventStore.ClusterNode "$@"
