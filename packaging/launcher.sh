#!/bin/sh
# Starts box. Forks nothing on the usual path: its start-up time is box's.
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
