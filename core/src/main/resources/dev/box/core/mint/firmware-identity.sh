# Run once as root in a new VM, when cloud-init is done; $1 is the file that keeps cloud-init quiet in a copy. From then on the
# guest takes its machine-id from its firmware at every boot, where the daemon puts the instance's own UUID, and a unit makes
# new, before the network comes up, what else a copy must not share. So nobody needs to reach into the disk of a copy.
set -eu
refuse() {
  echo "$1"
  exit 1
}
firmware=$(tr -d - < /sys/class/dmi/id/product_uuid | tr A-F a-f)
[ "$(cat /etc/machine-id)" = "$firmware" ] || refuse "its machine-id is not the UUID that its firmware tells"
case " $(cat /proc/cmdline) " in
  *" rw "*) refuse "its root is writable before systemd starts, which would then write the machine-id to the disk" ;;
esac

if [ -f /var/lib/dbus/machine-id ] && [ ! -L /var/lib/dbus/machine-id ]; then
  ln -sf /etc/machine-id /var/lib/dbus/machine-id
fi
mkdir -p /var/lib/box
echo "$firmware" > /var/lib/box/machine-id
cat > /var/lib/box/identity.sh <<'S'
# In a copy, which has another machine-id than the one noted: makes new what tells one box from another.
set -eu
now=$(cat /etc/machine-id)
[ "$now" != "$(cat /var/lib/box/machine-id)" ] || exit 0
keys=$(ls /etc/ssh/ssh_host_* 2> /dev/null || :)
if [ -n "$keys" ]; then
  rm -f /etc/ssh/ssh_host_*
  ssh-keygen -A
fi
rm -f /var/lib/dhcp/*.leases /var/lib/NetworkManager/*.lease /var/lib/NetworkManager/secret_key /var/lib/systemd/random-seed
[ ! -d "$(dirname "$1")" ] || echo "a copy made by box" > "$1"
echo "$now" > /var/lib/box/machine-id
S
cat > /etc/systemd/system/box-identity.service <<U
[Unit]
Description=What tells this box from the one that it is a copy of
DefaultDependencies=no
After=local-fs.target
Wants=network-pre.target
Before=network-pre.target cloud-init-main.service cloud-init-local.service shutdown.target
Conflicts=shutdown.target

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/bin/sh /var/lib/box/identity.sh $1

[Install]
WantedBy=sysinit.target
U
systemctl -q enable box-identity.service

# Last, and with the id still readable for whoever runs now: on the disk there is none any more.
ln -sf /dev/null /etc/systemd/system/systemd-machine-id-commit.service
if ! grep -q ' /etc/machine-id ' /proc/self/mountinfo; then
  cat /etc/machine-id > /run/machine-id
  mount --bind /run/machine-id /etc/machine-id
fi
unshare --mount --propagation private sh -c 'umount /etc/machine-id && : > /etc/machine-id'
sync
