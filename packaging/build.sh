#!/bin/sh
# Builds the product into .box-build/<content hash>/ and points .box-build/current at it:
#   bin/box   a launcher that forks nothing      runtime/  a jlink image
#   lib/      the jars                           box.aot   the class cache, trained on the hot verbs
# The directory carries the hash of all sources in its name because an AOT cache is not invalidated by a changed jar.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
. "$root/packaging/toolchain.sh"
cd "$root"

# The modules of the runtime image: what the jars use, found with jdeps; a missing one fails the build's own smoke run.
modules=java.base,java.naming,java.logging,jdk.net,jdk.httpserver,jdk.unsupported

sources() { find pom.xml .mvn packaging -type f; find incus-client core lab drill cli -path '*/target' -prune -o -type f -path '*/src/main/*' -print -o -type f -name pom.xml -print; }

need_jdk
hash=$({ cat "$JAVA_HOME/release"; sources | LC_ALL=C sort | while read -r f; do printf '%s\n' "$f"; cat "$f"; done; } | sha256sum | cut -c1-16)
out=$root/.box-build/$hash
mkdir -p "$root/.box-build"

# One build at a time in one checkout; a second one waits and then finds it done.
exec 9>"$root/.box-build/lock"
flock 9

if [ ! -f "$out/complete" ]; then
    need_maven
    started=$(date +%s)
    say "building from source ($hash)"
    rm -rf "$out"
    mkdir -p "$out/lib" "$out/bin"
    maven package dependency:copy-dependencies -Dbox.target=target/product -Dbox.checks=-nowarn -Dmaven.test.skip=true -Dspotless.check.skip=true -DincludeScope=runtime \
        -DexcludeGroupIds=dev.box,org.jspecify -DoutputDirectory="$out/lib" >"$out/build.log" 2>&1 || {
        grep -a ERROR "$out/build.log" | head -n 25 >&2
        die "the build failed; all of it is in $out/build.log"
    }
    for module in incus-client core lab drill cli; do
        cp "$module"/target/product/"$module"-[0-9]*.jar "$out/lib/$module.jar"
    done
    "$JAVA_HOME/bin/jlink" --add-modules "$modules" --strip-debug --no-header-files --no-man-pages --compress zip-0 --output "$out/runtime"
    cp packaging/launcher.sh "$out/bin/box"
    chmod 755 "$out/bin/box"
    # The class path is written once, here, so that training and every later start agree on it to the letter.
    (cd "$out" && printf '%s' "$(ls lib/*.jar | LC_ALL=C sort | sed "s#^#@HOME@/#" | tr '\n' ':' | sed 's/:$//')") >"$out/classpath"
    # .jar list into the launcher: no fork at start-up to find it
    sed -i "s#@JARS@#$(sed 's#@HOME@#$home#g' "$out/classpath")#" "$out/bin/box"
    rm "$out/classpath"
    BOX_AOT_TRAIN=$out/box.aot "$out/bin/box" >"$out/training.log" 2>&1 || { tail -n 20 "$out/training.log" >&2; die "the class cache's training run failed"; }
    "$out/bin/box" --version >/dev/null || die "the built product does not start: $out/bin/box --version"
    : >"$out/complete"
    say "built in $(($(date +%s) - started)) s"
    # Older builds go, except one that a lab may still have mounted.
    find "$root/.box-build" -mindepth 1 -maxdepth 1 -type d ! -name "$hash" ! -name "$(basename "$(readlink "$root/.box-build/current" 2>/dev/null || echo none)")" -exec rm -rf {} +
fi
ln -sfn "$hash" "$root/.box-build/current.new"
mv -T "$root/.box-build/current.new" "$root/.box-build/current"
touch "$root/.box-build/current/complete"
