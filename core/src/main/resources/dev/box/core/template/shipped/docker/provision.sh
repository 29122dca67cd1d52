#!/bin/sh
set -eu
. "$BOX_LIB"
install_packages docker.io docker-cli iptables git
usermod --append --groups docker "$BOX_USER"
systemctl enable --now docker
as_user docker info
