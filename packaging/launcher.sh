#!/bin/sh
# Starts box. Forks nothing on the usual path: its start-up time is box's.
home=$0
[ ! -L "$0" ] || home=$(readlink -f "$0")
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
-V | --version | version) cache=version ;;
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
    -Djava.nio.channels.spi.SelectorProvider=sun.nio.ch.EPollSelectorProvider \
    --enable-native-access=ALL-UNNAMED -Dbox.home="$home" -cp "$home/lib/box.jar" dev.box.cli.Main "$@"
