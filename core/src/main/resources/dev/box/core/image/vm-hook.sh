# What a machine of its own needs beside what every guest has; comes after guest-hook.sh.
case $(chroot "$R" dpkg --print-architecture) in arm64) console=ttyAMA0 ;; *) console=ttyS0 ;; esac
K=$R/etc/kernel
mkdir -p "$K" "$R/etc/repart.d" "$R/boot/efi"
cat > "$R/etc/fstab" <<'C'
PARTLABEL=root / ext4 defaults,x-systemd.growfs 0 1
PARTLABEL=esp /boot/efi vfat umask=0077,nofail 0 0
C
# At every boot the root partition and its file system take what the disk has.
printf '[Partition]\nType=root\n' > "$R/etc/repart.d/50-root.conf"
# By kind and not by name: where the card sits on the bus, and so what it is called, is the daemon's business.
cat > "$R/etc/systemd/network/80-dhcp.network" <<'C'
[Match]
Type=ether
Kind=!*

[Network]
DHCP=ipv4
C
# The agent writes what cloud-init starts from. Debian only starts it when udev finds its port, which may be too late. On a
# slow machine the port takes its time, and a first boot without the agent is worth nothing.
U=$R/etc/systemd/system
port='dev-virtio\x2dports-org.linuxcontainers.incus.device'
mkdir -p "$U/incus-agent.service.d" "$U/cloud-init-local.service.d" "$U/$port.d"
printf '[Unit]\nWants=%s\nAfter=%s\n\n[Service]\nTimeoutStartSec=5min\n' "$port" "$port" > "$U/incus-agent.service.d/port.conf"
printf '[Unit]\nJobRunningTimeoutSec=5min\n' > "$U/$port.d/slow.conf"
cat > "$U/cloud-init-local.service.d/agent.conf" <<'C'
[Unit]
Wants=incus-agent.service
After=incus-agent.service
C
# Only what Incus attaches disks by: a fifth of the RAM disk that serves any machine.
printf 'MODULES=list\nFSTYPE=ext4\n' > "$R/etc/initramfs-tools/conf.d/incus.conf"
printf '%s\n' virtio_pci virtio_scsi virtio_blk nvme sd_mod ext4 >> "$R/etc/initramfs-tools/modules"
chroot "$R" update-initramfs -u -k all
# As kernel-install lays it out, which goes on with it when the guest upgrades its kernel.
echo debian > "$K/entry-token"
echo layout=bls > "$K/install.conf"
echo "root=PARTLABEL=root ro console=$console loglevel=4" > "$K/cmdline"
E=$R/boot/efi
mkdir -p "$E/EFI/BOOT" "$E/EFI/systemd" "$E/loader/entries"
for f in "$R"/usr/lib/systemd/boot/efi/systemd-boot*.efi.signed; do
  n=$(basename "$f" .signed)
  cp "$f" "$E/EFI/systemd/$n"
  cp "$f" "$E/EFI/BOOT/$(echo "${n#systemd-}" | tr a-z A-Z)"
done
echo 'timeout 0' > "$E/loader/loader.conf"
for f in "$R"/boot/vmlinuz-*; do
  v=${f##*/vmlinuz-}
  mkdir -p "$E/debian/$v"
  cp "$f" "$E/debian/$v/linux"
  cp "$R/boot/initrd.img-$v" "$E/debian/$v/initrd.img-$v"
  cat > "$E/loader/entries/debian-$v.conf" <<C
title      Debian GNU/Linux 13 (trixie)
version    $v
sort-key   debian
options    $(cat "$K/cmdline")
linux      /debian/$v/linux
initrd     /debian/$v/initrd.img-$v
C
done
