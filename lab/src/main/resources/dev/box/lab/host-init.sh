# Turns new namespaces into a machine and becomes its init. Runs inside own mount, pid, uts, ipc, cgroup and net
# namespaces; arguments: host directory, overlay lower directories, host name, repository, image directory, box's
# copies, then directories of the machine to be found at /srv/shared/0, 1, and so on. Reads cgroups.layout in the host directory.
set -e
D=$1 LOWER=$2 NAME=$3 REPO=$4 IMAGES=$5 BOX=$6
shift 6
R=$D/root
umask 022
mount --make-rprivate /
mount -t overlay overlay -o "lowerdir=$LOWER,upperdir=$D/upper,workdir=$D/work" "$R"
hostname "$NAME"

mount -t proc -o nosuid,nodev,noexec proc "$R/proc"
mount -t sysfs -o nosuid,nodev,noexec sysfs "$R/sys"
C=$R/sys/fs/cgroup
if grep -q '^\. -$' "$D/cgroups.layout"; then
  mount -t cgroup2 -o nosuid,nodev,noexec cgroup2 "$C"
else
  mount -t tmpfs -o mode=755,nosuid,nodev,noexec tmpfs "$C"
  while read -r DIR OPTIONS; do
    mkdir "$C/$DIR"
    if [ "$OPTIONS" = - ]; then mount -t cgroup2 cgroup2 "$C/$DIR"; else mount -t cgroup -o "$OPTIONS" cgroup "$C/$DIR"; fi
    case $DIR in *,*) for one in $(echo "$DIR" | tr , ' '); do ln -s "$DIR" "$C/$one"; done ;; esac
  done <"$D/cgroups.layout"
  # systemd wants its own version 1 hierarchy beside the controllers
  [ -d "$C/systemd" ] || { mkdir "$C/systemd"; mount -t cgroup -o none,name=systemd cgroup "$C/systemd"; }
fi

mount -t tmpfs -o mode=755,nosuid tmpfs "$R/dev"
mkdir -p "$R/dev/pts" "$R/dev/shm" "$R/dev/net" "$R/dev/mapper" "$R/dev/.lxc/proc" "$R/dev/.lxc/sys"
node() { mknod -m "$1" "$R/dev/$2" "$3" "$4" "$5"; }
node 666 null c 1 3; node 666 zero c 1 5; node 666 full c 1 7; node 666 random c 1 8; node 666 urandom c 1 9
node 666 tty c 5 0; node 644 kmsg c 1 11; node 666 fuse c 10 229; node 666 net/tun c 10 200
# misc devices have numbers of their own on each machine
for name in loop-control btrfs-control; do
  [ -e "/dev/$name" ] && node 600 "$name" c $(stat -c '0x%t 0x%T' "/dev/$name") || :
done
i=0; while [ $i -lt 64 ]; do node 660 loop$i b 7 $i; i=$((i + 1)); done
mount -t devpts -o newinstance,ptmxmode=0666,mode=0620,gid=5 devpts "$R/dev/pts"
ln -s pts/ptmx "$R/dev/ptmx"
ln -s /proc/self/fd "$R/dev/fd"; ln -s fd/0 "$R/dev/stdin"; ln -s fd/1 "$R/dev/stdout"; ln -s fd/2 "$R/dev/stderr"
mount -t tmpfs -o mode=1777,nosuid,nodev tmpfs "$R/dev/shm"
mount -t tmpfs -o mode=755,nosuid,nodev tmpfs "$R/run"
# Nested user namespaces may mount proc and sysfs only where an uncovered one is in sight.
mount -t proc proc "$R/dev/.lxc/proc"
mount -t sysfs sysfs "$R/dev/.lxc/sys"
# Of the kernel's parameters only net.* belong to this network namespace; the rest are the machine's.
mount --bind "$R/proc/sys" "$R/proc/sys"
mount --bind "$R/proc/sys/net" "$R/proc/sys/net"
mount -o remount,bind,ro "$R/proc/sys"

# Incus's data on the real file system: loop pools and sockets do not live on an overlay.
mkdir -p "$R/var/lib/incus" "$R/srv/repo" "$R/srv/img"
mount --bind "$D/incus" "$R/var/lib/incus"
readonly_bind() { mkdir -p "$2"; mount --bind "$1" "$2"; mount -o remount,bind,ro "$2"; }
readonly_bind "$REPO" "$R/srv/repo"
readonly_bind "$IMAGES" "$R/srv/img"
readonly_bind "$BOX" "$R/opt/box"
ln -sfn /opt/box/current/bin/box "$R/usr/local/bin/box"
# Aside for now: systemd mounts over /tmp and empties it at boot.
i=0
for shared in "$@"; do
  mkdir -p "$R/srv/shared/$i"
  mount --bind "$shared" "$R/srv/shared/$i"
  i=$((i + 1))
done

cd "$R"
mkdir -p mnt
pivot_root . mnt
umount -l /mnt
mount --make-rshared /
exec env -i container=boxlab TERM=linux PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin /sbin/init </dev/null
