# Turns a bootstrapped tree into a bare Debian machine for the lab; $1 is the tree.
set -e
R=$1
: > "$R/etc/machine-id"
rm -f "$R/var/lib/dbus/machine-id" "$R"/etc/apt/sources.list "$R"/etc/apt/sources.list.d/*
mkdir -p "$R/etc/apt/sources.list.d" "$R/srv/repo" "$R/srv/img" "$R/etc/box"
echo 'deb [trusted=yes] file:/srv/repo ./' > "$R/etc/apt/sources.list.d/lab.list"
printf 'nameserver 1.1.1.1\nnameserver 8.8.8.8\n' > "$R/etc/resolv.conf"
# The devices belong to the machine underneath: nothing here may replay its events.
ln -sf /dev/null "$R/etc/systemd/system/systemd-udev-trigger.service"
for u in apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer fstrim.timer; do
  [ ! -e "$R/lib/systemd/system/$u" ] || ln -sf /dev/null "$R/etc/systemd/system/$u"
done
# lxcfs skips containers by itself; a real host would run it.
mkdir -p "$R/etc/systemd/system/lxcfs.service.d"
printf '[Unit]\nConditionVirtualization=\n' > "$R/etc/systemd/system/lxcfs.service.d/lab.conf"
rm -rf "$R"/var/cache/apt/* "$R"/var/lib/apt/lists/* "$R"/var/log/*.log
