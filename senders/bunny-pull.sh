#!/bin/sh
# Downloads the logs that bunny.net keeps of a pull zone, one file for each finished day (UTC), into a folder from which
# `site-traffic logs import` records them. Run it once a day: bunny.net keeps logs for three days.
#
#   bunny-pull.sh ZONE_ID FOLDER
#
# The API key of the account comes from BUNNY_ACCESS_KEY, or from the file that BUNNY_ACCESS_KEY_FILE names. A log is in the
# folder only when it is whole, and is downloaded once. Prints the new files. Needs curl. MIT licence.
set -eu

zone=${1:?"name the id of the pull zone"}
folder=${2:?"name the folder for the logs"}
key=${BUNNY_ACCESS_KEY:-$(cat "${BUNNY_ACCESS_KEY_FILE:?"set BUNNY_ACCESS_KEY or BUNNY_ACCESS_KEY_FILE"}")}
url=${BUNNY_LOGGING_URL:-https://logging.bunnycdn.com}

# lines come up to five minutes late, so a day is finished an hour after midnight
now=$(($(date +%s) - 3600))

# the first is for GNU and BusyBox, the second for BSD and macOS
days_ago() {
  time=$((now - $1 * 86400))
  date -u -d "@$time" "+$2" 2>/dev/null || date -u -r "$time" "+$2"
}

# The status of the answer. The key goes by a pipe, since other users of the machine can read command lines. Bunny's two
# documentations have two names for the order.
download() {
  printf 'header = "AccessKey: %s"\n' "$key" |
    curl --config - --silent --show-error --compressed --connect-timeout 30 --speed-time 60 --retry 3 \
      --output "$2" --write-out '%{http_code}' "$url/$1/$zone.log?sort=asc&order=asc"
}

mkdir -p "$folder"
part=$folder/.$zone.$$.part
trap 'rm -f "$part"' EXIT
trap 'exit 1' HUP INT TERM

failed=0
for ago in 3 2 1; do
  file=$folder/$zone-$(days_ago $ago %Y-%m-%d).log
  [ -e "$file" ] && continue
  : >"$part"
  if status=$(download "$(days_ago $ago %m-%d-%y)" "$part") && [ "$status" = 200 ]; then
    # a line without an end would never be recorded
    [ -z "$(tail -c 1 "$part")" ] || echo >>"$part"
    mv "$part" "$file"
    echo "$file"
  else
    echo "$file: not downloaded (status $status)" >&2
    failed=1
  fi
done
exit $failed
