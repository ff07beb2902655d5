#!/usr/bin/env bash
# Makes the secrets that docker-compose.yml mounts into its containers, in deploy/secrets or the folder given. Existing
# files are kept, so run it again after an upgrade that needs a new secret, or to replace one that was removed. An empty
# file is an error: the secret that was in it may be the only one that opens the data.
#
# Only its owner can open the folder. The files are readable for all users, because each container reads the few that
# are mounted into it as a different user, and file secrets keep the modes that they have here.
set -euo pipefail
umask 077

usage='Usage: deploy/secrets.sh [<folder>], by default deploy/secrets'
if [[ ${1-} == --help ]]; then
  echo "$usage"
  exit
elif [[ ${1-} == -* || $# -gt 1 ]]; then
  echo "$usage" >&2
  exit 2
fi

folder=${1:-$(dirname "$0")/secrets}
mkdir -p "$folder"
chmod 0700 "$folder"
cd "$folder"

# is_there <file>: whether it exists. Ends the script if it is empty.
is_there() {
  [[ -e $1 || -L $1 ]] || return 1
  [[ -s $1 ]] && return
  echo "$folder/$1 is empty. Put its content back from a copy, or remove it to have another one made." >&2
  exit 1
}

# keep <file> <command…>: writes the command's output, unless the file exists.
keep() {
  local file=$1
  shift
  is_there "$file" && return
  "$@" >"$file.new"
  [[ -s $file.new ]] || exit 1
  chmod 0444 "$file.new"
  ln "$file.new" "$file" && rm "$file.new"
  echo "made $file"
}

# A secret without characters that would need escaping in a URL.
random() { openssl rand -hex 32; }
# Hosts are the names of services in docker-compose.yml.
content() {
  local text
  text=$(<"$1")
  [[ -n $text ]] && echo "$text"
}
database_url() {
  local password
  password=$(content database_password)
  echo "postgres://pmcw:$password@postgres:5432/pmcw"
}
eventstore_url() {
  local password
  password=$(content eventstore_admin_password)
  echo "esdb://admin:$password@$1?tls=true&tlsCAFile=/run/secrets/eventstore_ca.crt"
}

keep postgres_password random
keep database_password random
keep database_url database_url
keep eventstore_admin_password random
keep eventstore_ops_password random
keep eventstore_url eventstore_url eventstore:2113
keep eventstore_cluster_url eventstore_url eventstore:2113,eventstore-2:2113,eventstore-3:2113
keep dispatch_secret random
keep admin_password openssl rand -hex 12
# Wraps the keys of all members: without it personal data can't be read again. Back it up apart from the database.
keep vault_key openssl rand -base64 32

# Signs the log and the receipts of deletions. It could also sign a forged record: back it up, and keep it secret.
keep signing_key openssl genpkey -algorithm ed25519

# EventStoreDB authenticates users only over TLS, and its nodes recognise each other by certificates of one authority
# with one common name. The key of the authority is mounted nowhere.
if ! is_there eventstore_ca.crt; then
  openssl req -x509 -newkey rsa:3072 -nodes -sha256 -days 3650 -subj '/CN=PMCW EventStoreDB CA' \
    -addext 'basicConstraints=critical,CA:TRUE' -addext 'keyUsage=critical,keyCertSign,cRLSign' \
    -keyout eventstore_ca.key -out eventstore_ca.crt 2>/dev/null
  chmod 0400 eventstore_ca.key
  chmod 0444 eventstore_ca.crt
  echo 'made eventstore_ca.crt'
fi
for node in eventstore eventstore-2 eventstore-3; do
  is_there "$node.crt" && is_there "$node.key" && continue
  openssl req -newkey rsa:2048 -nodes -sha256 -subj '/CN=eventstoredb-node' -keyout "$node.key" -out "$node.csr" 2>/dev/null
  openssl x509 -req -in "$node.csr" -CA eventstore_ca.crt -CAkey eventstore_ca.key -CAcreateserial -sha256 -days 1825 -out "$node.crt" \
    -extfile <(
      echo "subjectAltName=DNS:$node,DNS:localhost,IP:127.0.0.1"
      echo 'basicConstraints=critical,CA:FALSE'
      echo 'keyUsage=critical,digitalSignature,keyEncipherment'
      echo 'extendedKeyUsage=serverAuth,clientAuth'
    ) 2>/dev/null
  rm "$node.csr"
  chmod 0444 "$node.key" "$node.crt"
  echo "made $node.crt"
done
