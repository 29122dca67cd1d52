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
# The usual link is known by comparing: following it with readlink would cost as much as a tenth of a short verb.
if [ ! -L "$0" ]; then
    :
elif [ "$0" -ef /opt/box/current/bin/box ]; then
    home=/opt/box/current/bin/box
else
    home=$(readlink -f "$0")
fi
case $home in
*/*) home=${home%/*}/.. ;;
*) home=$(command -v "$home") home=${home%/*}/.. ;;
esac
case $home in /*) ;; *) home=$PWD/$home ;; esac
# For the few milliseconds that a short verb lasts, compiling most of what it calls costs more than it saves.
jit=-XX:CompileThresholdScaling=20
# A class cache loads all that it holds, so each verb that is used without thinking has one that holds only its own.
case ${1:-} in
list | ls) cache=list ;;
exec) cache=exec ;;
__complete) cache=complete ;;
-V | --version | version) cache=version jit=-XX:CompileThresholdScaling=1 ;;
'' | -h | --help | help) cache=help ;;
info | templates) cache=info ;;
*) cache=info jit=-XX:CompileThresholdScaling=1 ;;
esac
if [ -n "${BOX_AOT_TRAIN:-}" ]; then
    aot=-XX:AOTCacheOutput=$home/aot/$cache.aot
else
    aot=-XX:AOTCache=$home/aot/$cache.aot
fi
exec "$home/runtime/bin/java" "$aot" -Xlog:disable -Xlog:all=off:stderr -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "$jit" -XX:-UsePerfData -XX:-MaxFDLimit -XX:-UseContainerSupport \
    -Djdk.reflect.useNativeAccessorOnly=true -Djava.nio.channels.spi.SelectorProvider=sun.nio.ch.EPollSelectorProvider \
    --enable-native-access=ALL-UNNAMED -Dbox.home="$home" -cp "$home/lib/box.jar" dev.box.cli.Main "$@"
