# Run by an emulated machine early in its boot, from the directory that its lab shares with it: who it is, where it is,
# and what of this machine it sees. The lab writes the variables above this line.
hostname "$NAME"
echo "$NAME" > /etc/hostname
printf '127.0.0.1 localhost\n127.0.1.1 %s\n' "$NAME" > /etc/hosts
install -m 600 /run/boxlab/authorized_keys /root/.ssh/authorized_keys
mkdir -p /etc/box
cp /run/boxlab/etc-box/* /etc/box/
share() { mkdir -p "$2"; mount -t 9p -o "trans=virtio,version=9p2000.L,msize=524288,cache=$3" "$1" "$2"; }
share repo /srv/repo loose,ro
share img /srv/img loose,ro
share box /opt/box mmap,ro
i=0
for directory in $SHARED; do
  share "shared$i" "$(printf %b "$directory")" mmap
  i=$((i + 1))
done
if [ -n "$VMS" ]; then
  share img-vm /srv/img-vm loose,ro
  modprobe -a kvm_amd vhost_vsock
  # The emulator (QEMU 7.2 to 11.1 at least) ends when a guest writes CR8 while an interrupt waits. UEFI writes it at the end
  # of each tick of its timer. So ticks are kept half a second apart: hardly ever does one come during another.
  echo 500000 > /sys/module/kvm/parameters/min_timer_period_us
fi
until [ -e /sys/class/net/eth0 ]; do udevadm settle -t 1 || :; done
ip link set lo up
ip addr add "$ADDRESS" dev eth0
ip link set eth0 up
ip route add default via "$ROUTER"
printf 'nameserver 1.1.1.1\nnameserver 8.8.8.8\n' > /etc/resolv.conf
