#!/bin/sh
# Builds the product into .box-build/<content hash>/ and points .box-build/current at it:
#   bin/box   a launcher that forks nothing      runtime/  a jlink image
#   lib/      one jar with everything            aot/      class caches, one for each hot verb
#   share/    manual pages, completion scripts, licences
# The directory carries the hash of all sources in its name because an AOT cache is not invalidated by a changed jar.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/packaging/toolchain.sh"
cd "$root"

# The modules of the runtime image: what the jars use, found with jdeps; a missing one fails the build's own smoke run.
modules=java.base,java.naming,java.logging,jdk.net,jdk.httpserver,jdk.unsupported

sources() { find pom.xml .mvn packaging -type f; find incus-client core lab drill cli -path '*/target' -prune -o -type f -path '*/src/main/*' -print -o -type f -name pom.xml -print; }

# one_jar: everything in one uncompressed file, because each file on the class path is opened and searched at start-up.
one_jar() {
    rm -rf "$out/classes" && mkdir "$out/classes"
    for jar in "$out"/deps/*.jar; do
        (cd "$out/classes" && "$JAVA_HOME/bin/jar" xf "$jar")
        name=$(basename "$jar" .jar)
        mkdir -p "$out/share/licenses/$name"
        find "$out/classes/META-INF" -maxdepth 1 \( -iname 'LICENSE*' -o -iname 'NOTICE*' -o -iname 'DEPENDENCIES' \) -exec mv {} "$out/share/licenses/$name/" \;
    done
    mkdir "$out/services"
    for module in incus-client core lab drill cli; do
        cp -R "$module/target/product/classes/." "$out/classes"
        for service in "$out"/classes/META-INF/services/*; do
            [ ! -f "$service" ] || { cat "$service" && echo && rm "$service"; } >>"$out/services/$(basename "$service")"
        done
    done
    mv "$out"/services/* "$out/classes/META-INF/services"
    rmdir "$out/services"
    find "$out/classes" -name module-info.class -delete
    "$JAVA_HOME/bin/jar" --create --no-compress --date=2026-01-01T00:00:00Z --file "$out/lib/box.jar" -C "$out/classes" .
    rm -rf "$out/classes" "$out/deps"
}

# train: walks each hot verb once against a rehearsed daemon while the JVM records what it loads.
train() {
    mkdir "$out/aot"
    socket=$(mktemp -d)/unix.socket
    : >"$out/rehearsal.log"
    "$JAVA_HOME/bin/java" packaging/training/RehearsedDaemon.java "$socket" >"$out/rehearsal.log" 2>&1 &
    daemon=$!
    tries=0
    until grep -q listening "$out/rehearsal.log"; do
        tries=$((tries + 1))
        [ $tries -lt 300 ] && kill -0 $daemon || return 1
        sleep 0.1
    done
    for words in "list" "exec work -- true" "info work" "--version" "help" "__complete -- shell wo"; do
        # shellcheck disable=SC2086
        BOX_AOT_TRAIN=1 INCUS_SOCKET=$socket "$out/bin/box" $words </dev/null >>"$out/training.log" 2>&1 || { kill $daemon; return 1; }
    done
    kill $daemon
    rm -rf "${socket%/*}"
    [ "$(ls "$out"/aot/*.aot | wc -l)" = 6 ]
}

# manuals: manual pages and completion scripts, rendered by the product and laid out as under any prefix.
manuals() {
    "$out/bin/box" help --man "$out/share/man/man1" || return 1
    mkdir -p "$out/share/bash-completion/completions" "$out/share/zsh/site-functions" "$out/share/fish/vendor_completions.d"
    "$out/bin/box" completion bash >"$out/share/bash-completion/completions/box" &&
        "$out/bin/box" completion zsh >"$out/share/zsh/site-functions/_box" &&
        "$out/bin/box" completion fish >"$out/share/fish/vendor_completions.d/box.fish"
}

content() { { cat "$JAVA_HOME/release"; sources | LC_ALL=C sort | while read -r f; do printf '%s\n' "$f"; cat "$f"; done; } | sha256sum | cut -c1-16; }

need_jdk
mkdir -p "$root/.box-build"

# One build at a time in one checkout; a second one waits and then finds it done.
exec 9>"$root/.box-build/lock"
flock 9

# As old as the reading of the sources: what is changed from here on is newer. It names its own place, so that a copied
# checkout, whose files are all as new as the copy, does not pass for built.
seen=$root/.box-build/seen
printf '%s\n' "$seen" >"$seen.new"
hash=$(content)
out=$root/.box-build/$hash

if [ ! -f "$out/complete" ]; then
    need_maven
    started=$(date +%s)
    say "building from source ($hash)"
    rm -rf "$out"
    mkdir -p "$out/lib" "$out/bin"
    maven package dependency:copy-dependencies -Dbox.target=target/product -Dbox.checks=-nowarn -Dmaven.test.skip=true -Dspotless.check.skip=true -DincludeScope=runtime \
        -DexcludeGroupIds=dev.box,org.jspecify -DoutputDirectory="$out/deps" >"$out/build.log" 2>&1 || {
        grep -a ERROR "$out/build.log" | head -n 25 >&2
        die "the build failed; all of it is in $out/build.log"
    }
    one_jar
    "$JAVA_HOME/bin/jlink" --add-modules "$modules" --strip-debug --no-header-files --no-man-pages --compress zip-0 --output "$out/runtime"
    # The JDK reads this file whenever a socket opens; its 1,500 lines of comments are read at JDK speed before its first.
    sed -i -E '/^[[:space:]]*(#|$)/d' "$out/runtime/conf/security/java.security"
    # box speaks UTC only. The JSON library asks for a time zone whenever it starts, and the JDK then reads all 600: 5 ms.
    # Here one zone under its three names, in the format of java.time.zone.TzdbZoneRulesProvider.
    { printf '\001\000\004TZDB\000\001\000\0052025b\000\003\000\007Etc/UTC\000\003GMT\000\003UTC\000\001\000\014'
      printf '\001\000\000\000\000\000\000\000\000\000\000\000'
      printf '\000\003\000\000\000\000\000\001\000\000\000\002\000\000\000\000'; } >"$out/runtime/lib/tzdb.dat"
    install -m 755 packaging/launcher.sh "$out/bin/box"
    train || { tail -n 20 "$out/training.log" >&2; die "the class caches' training runs failed; all of it is in $out/training.log"; }
    manuals || die "the manual pages and completion scripts could not be written: $out/bin/box help --man DIR"
    "$out/bin/box" --version >/dev/null || die "the built product does not start: $out/bin/box --version"
    if [ "$(content)" != "$hash" ]; then
        say "sources changed during the build: building again"
        rm -rf "$out"
        exec sh "$root/packaging/build.sh"
    fi
    : >"$out/complete"
    say "built in $(($(date +%s) - started)) s"
    # Older builds go, except one that a lab may still have mounted.
    find "$root/.box-build" -mindepth 1 -maxdepth 1 -type d ! -name "$hash" ! -name "$(basename "$(readlink "$root/.box-build/current" 2>/dev/null || echo none)")" -exec rm -rf {} +
fi
ln -sfn "$hash" "$root/.box-build/current.new"
mv -T "$root/.box-build/current.new" "$root/.box-build/current"
mv "$seen.new" "$seen"
