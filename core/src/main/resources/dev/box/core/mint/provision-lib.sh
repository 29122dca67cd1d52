# What a template's provision.sh may use: . "$BOX_LIB"
# That script runs as root in the guest, once the first boot is done. BOX_USER is the template's user.

export DEBIAN_FRONTEND=noninteractive
home=$(getent passwd "$BOX_USER" | cut -d: -f6)

# as_user COMMAND...: as box exec would run it.
as_user() {
    (cd "$home" && runuser -u "$BOX_USER" -- env HOME="$home" PATH="$home/.local/bin:$PATH" "$@")
}

# install_packages NAME...: Debian packages, from where this box's apt gets them.
install_packages() {
    apt-get -q -o APT::Update::Error-Mode=any update
    # a power cut in here would be the end of the box anyway: no waiting for the disk after each file
    apt-get -q -y -o Dpkg::Options::=--force-unsafe-io --no-install-recommends install "$@"
}

# install_npm NAME...: commands from npm, into the user's own ~/.local, so that they may update themselves.
install_npm() {
    install_npm_itself
    as_user sh -c 'grep -qs ^prefix= ~/.npmrc || echo "prefix=\${HOME}/.local" >>~/.npmrc'
    as_user npm install --global --no-fund --no-audit --loglevel=http "$@"
    rm -rf "$home/.npm/_cacache" # as large again as what it installed
}

# Debian's npm comes with several hundred packages. Its nodejs brings corepack, which fetches npm alone and checks it.
install_npm_itself() {
    [ ! -x /usr/local/bin/npm ] || return 0
    registry=$(sed -n 's|^registry=\(.*\)/$|\1|p' /root/.npmrc 2>/dev/null || :)
    [ -z "$registry" ] || export COREPACK_NPM_REGISTRY="$registry"
    export NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt COREPACK_HOME=/tmp/corepack
    corepack "npm@$NPM" install --global --prefix /usr/local --no-fund --no-audit "npm@${NPM%+*}"
    rm -rf "$COREPACK_HOME" /root/.npm
}
NPM=10.9.4+sha512.3a7506f37e85c1ba1021baad79f0cd9724748131f321fc117c4dc3ba235ec01be7327584a41d15117c01945560aa9373220628fcc1e1dddd877a5fe9b336a900

# place_agent_context FILE: the template's agent-context.md, where its agent looks for it; FILE is under the user's home.
place_agent_context() {
    as_user mkdir -p "$(dirname "$home/$1")"
    install -o "$BOX_USER" -g "$(id -g "$BOX_USER")" -m 644 "$BOX_AGENT_CONTEXT" "$home/$1"
}

# require COMMAND...: the end of a script: each can be run by the user.
require() {
    for command in "$@"; do
        as_user sh -c 'command -v -- "$0"' "$command" || { echo "$command is not installed" >&2; return 1; }
    done
}
