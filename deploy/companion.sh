#!/bin/sh
# `companion` with the service's settings, as its user and in its folder: sudo companion doctor. See docs/deploy.md
exec systemd-run --quiet --pipe --wait --collect --uid=table-companion \
    --working-directory=/var/lib/table-companion --setenv=COMPANION_INSTANCE=/var/lib/table-companion \
    --property=EnvironmentFile=-/etc/table-companion.env /opt/table-companion/bin/companion "$@"
