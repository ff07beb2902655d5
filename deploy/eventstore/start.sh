#!/bin/sh
# EventStoreDB takes the first passwords of its users from environment variables only. They are read from secrets here, so
# that they are in the environment of this one process, and neither in the image nor in what `docker inspect` shows.
set -eu
EVENTSTORE_DEFAULT_ADMIN_PASSWORD=$(cat /run/secrets/eventstore_admin_password)
EVENTSTORE_DEFAULT_OPS_PASSWORD=$(cat /run/secrets/eventstore_ops_password)
export EVENTSTORE_DEFAULT_ADMIN_PASSWORD EVENTSTORE_DEFAULT_OPS_PASSWORD
exec /opt/eventstore/EventStore.ClusterNode "$@"
