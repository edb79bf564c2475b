#!/bin/sh
# `companion` with the service's settings, as its user and in its folder: sudo companion doctor. See docs/deploy.md
exec systemd-run --quiet --pipe --wait --collect --uid=table-companion \
    --property=UMask=0077 --property=AmbientCapabilities=CAP_NET_BIND_SERVICE \
    --setenv=COMPANION_INSTANCE=/var/lib/table-companion --setenv=PYTHONUTF8=1 --setenv=LANG="$LANG" \
    --property=EnvironmentFile=-/etc/table-companion.env --working-directory=/var/lib/table-companion \
    /opt/table-companion/bin/companion "$@"
