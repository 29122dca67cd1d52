# shellcheck shell=sh
# Sourced by ./box, ./test and ./bench: finds what building needs, or installs it when run as root, and says so.

say() { printf 'box: %s\n' "$*" >&2; }
die() { say "$*"; exit 1; }

# apt_install WHY PACKAGE...: through apt, only as root; elsewhere names the command.
apt_install() {
    why=$1
    shift
    command -v apt-get >/dev/null 2>&1 || die "$why is missing and this machine has no apt-get; install: $*"
    [ "$(id -u)" = 0 ] || die "$why is missing; install it with: sudo apt-get install -y $*"
    say "$why is missing: installing $* (apt-get, may wait up to 300 s for its lock)"
    log=${TMPDIR:-/tmp}/box-apt.$$.log
    if ! { apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o DPkg::Lock::Timeout=300 install --no-install-recommends "$@"; } >"$log" 2>&1; then
        tail -n 15 "$log" >&2
        die "apt-get could not install $*; its last words are above, all of them in $log"
    fi
    rm -f "$log"
}

jdk25_in() {
    [ -x "$1/bin/javac" ] && [ -x "$1/bin/jlink" ] && grep -q '^JAVA_VERSION="25' "$1/release" 2>/dev/null
}

find_jdk25() {
    for home in "${JAVA_HOME:-/nonexistent}" /usr/lib/jvm/*; do
        if jdk25_in "$home"; then
            JAVA_HOME=$home
            export JAVA_HOME
            return 0
        fi
    done
    return 1
}

need_jdk() {
    find_jdk25 && return
    apt_install "a Java 25 development kit" openjdk-25-jdk-headless
    find_jdk25 || die "no Java 25 under /usr/lib/jvm even after installing it; set JAVA_HOME to one"
}

need_maven() {
    command -v mvn >/dev/null 2>&1 || apt_install "Maven" maven
}

# maven ARG...: offline when this very call has resolved everything before (a second faster, and works on a train).
maven() {
    marker=$root/.box-build/resolved-$({ echo "$@"; cat "$root/pom.xml" "$root"/*/pom.xml; } | sha256sum | cut -c1-16)
    offline=
    [ ! -f "$marker" ] || offline=-o
    mkdir -p "$root/.box-build"
    # Maven ends with colour resets whatever it is told, so its words are shown only if they matter, and without those.
    if ! (cd "$root" && mvn -B -q -ntp -Dstyle.color=never $offline "$@") >"$root/.box-build/maven.log" 2>&1; then
        sed 's/\x1b\[[0-9;]*m//g' "$root/.box-build/maven.log" >&2
        return 1
    fi
    : >"$marker"
}
