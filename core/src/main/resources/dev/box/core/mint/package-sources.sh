# Points this guest's apt, npm and trust store at what the host's box.conf names. Runs in each boot's first stage of
# cloud-init, and once only: what the box's user changes later stays. Expects: apt apt_security npm certificates applied
set -eu
[ ! -e "$applied" ] || exit 0

if [ -n "$certificates" ]; then
    echo "$certificates" | awk '/BEGIN/ { n++ } { print > "/usr/local/share/ca-certificates/box-" n ".crt" }'
    update-ca-certificates
    # Node's own programs bring a trust store of their own.
    echo 'export NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' >/etc/profile.d/box-certificates.sh
fi

apt_source() {
    printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\nSigned-By: %s\n\n' \
        "$1" "$2" /usr/share/keyrings/debian-archive-keyring.gpg
}
if [ -n "$apt" ]; then
    . /etc/os-release
    rm -f /etc/apt/sources.list /etc/apt/sources.list.d/*
    apt_source "$apt" "$VERSION_CODENAME" >/etc/apt/sources.list.d/box.sources
    [ -z "$apt_security" ] || apt_source "$apt_security" "$VERSION_CODENAME-security" >>/etc/apt/sources.list.d/box.sources
    # else cloud-init's own apt module writes the distribution's sources again
    echo 'apt: {preserve_sources_list: true}' >/etc/cloud/cloud.cfg.d/95-box-package-sources.cfg
fi

if [ -n "$npm" ]; then
    # Where an npm looks for a machine's settings depends on its prefix; a user's it always finds. No user is made yet.
    for npmrc in /etc/skel/.npmrc /root/.npmrc; do
        echo "registry=$npm/" >"$npmrc"
        [ -z "$certificates" ] || echo 'cafile=/etc/ssl/certs/ca-certificates.crt' >>"$npmrc"
    done
fi

mkdir -p "${applied%/*}"
: >"$applied"
