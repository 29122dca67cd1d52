# Makes the disk of an emulated machine: installs a kernel over the lab host's layers, and turns all of it into one file
# system. Runs in own mount, pid and net namespaces. Arguments: work directory (with upper/ work/ root/), directory for
# the results, overlay lower directories, repository, size, packages...
set -e
D=$1 OUT=$2 LOWER=$3 REPO=$4 SIZE=$5
shift 5
R=$D/root
mount -t overlay overlay -o "lowerdir=$LOWER,upperdir=$D/upper,workdir=$D/work" "$R"
mount -t proc proc "$R/proc"
mount --bind /dev "$R/dev"
mount --bind "$REPO" "$R/srv/repo"
mount -t tmpfs tmpfs "$R/run"
mount -t tmpfs tmpfs "$R/tmp"
printf '#!/bin/sh\nexit 101\n' > "$R/usr/sbin/policy-rc.d"
chmod 755 "$R/usr/sbin/policy-rc.d"
# The initial RAM disk needs to know only how to find this machine's disk.
mkdir -p "$R/etc/initramfs-tools/conf.d"
printf 'MODULES=list\nCOMPRESS=lz4\n' > "$R/etc/initramfs-tools/conf.d/lab.conf"
printf 'virtio_pci\nvirtio_blk\next4\n' > "$R/etc/initramfs-tools/modules"
in_root() { chroot "$R" env -i DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
in_root apt-get -qq -o APT::Sandbox::User=root update
in_root apt-get -qq -y -o Dpkg::Options::=--force-unsafe-io install --no-install-recommends "$@"
in_root apt-get clean
rm -f "$R/usr/sbin/policy-rc.d"
cp -L "$R/vmlinuz" "$OUT/vmlinuz"
cp -L "$R/initrd.img" "$OUT/initrd.img"

# What a namespace leaves out because the machine underneath has it, this machine does itself.
rm -f "$R/etc/systemd/system/systemd-udev-trigger.service" "$R"/etc/systemd/system/lxcfs.service.d/lab.conf
: > "$R/etc/machine-id"
echo '/dev/vda / ext4 defaults,noatime 0 1' > "$R/etc/fstab"
mkdir -p "$R/root/.ssh" "$R/var/lib/incus" "$R/opt/box"
chmod 700 "$R/root/.ssh"
ln -sfn /opt/box/current/bin/box "$R/usr/local/bin/box"
printf 'PermitRootLogin prohibit-password\nUseDNS no\n' > "$R/etc/ssh/sshd_config.d/lab.conf"
cat > "$R/etc/systemd/system/boxlab.service" <<'UNIT'
[Unit]
Description=what the lab gives this machine
DefaultDependencies=no
After=local-fs.target systemd-udevd.service
Wants=systemd-udevd.service
Before=sysinit.target ssh.service network-pre.target
Wants=network-pre.target

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh -ec 'modprobe 9pnet_virtio; mkdir -p /run/boxlab; mount -t 9p -o trans=virtio,version=9p2000.L,ro lab /run/boxlab; exec sh -e /run/boxlab/setup.sh'

[Install]
WantedBy=sysinit.target
UNIT
in_root systemctl -q enable boxlab.service ssh.service
umount "$R/srv/repo" "$R/run" "$R/tmp" "$R/dev" "$R/proc"
truncate -s "$SIZE" "$OUT/root.img"
mke2fs -q -t ext4 -L root -m 0 -d "$R" "$OUT/root.img"
