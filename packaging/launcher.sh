#!/bin/sh
# Starts box. Forks nothing on the usual path: its start-up time is box's.
# A descriptor that the caller closed would be taken by the next file that the JVM opens: box would then read its own
# class library as input, or print into the daemon's socket. Reading says "end", writing still fails.
{ true 3<&0; } 2>/dev/null || exec </dev/null
{ true 3>&1; } 2>/dev/null || exec 1</dev/null
true 3>&2 || exec 2</dev/null
# In the C locale the JVM would turn every other character of an argument into a question mark; and the kernel's words,
# which box reads here and there, must not depend on the user's language.
export LC_ALL=C.UTF-8
home=$0
[ ! -L "$0" ] || home=$(readlink -f "$0")
case $home in
*/*) home=${home%/*}/.. ;;
*) home=$(command -v "$home") home=${home%/*}/.. ;;
esac
case $home in /*) ;; *) home=$PWD/$home ;; esac
if [ -n "${BOX_AOT_TRAIN:-}" ]; then
    set -- dev.box.cli.TrainingRun
    aot="-XX:AOTCacheOutput=$BOX_AOT_TRAIN"
else
    set -- dev.box.cli.Main "$@"
    aot="-XX:AOTCache=$home/box.aot"
fi
exec "$home/runtime/bin/java" "$aot" -Xlog:disable -Xlog:all=off:stderr -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData -XX:-MaxFDLimit -XX:-UseContainerSupport \
    --enable-native-access=ALL-UNNAMED -Dbox.home="$home" -cp "@JARS@" "$@"
