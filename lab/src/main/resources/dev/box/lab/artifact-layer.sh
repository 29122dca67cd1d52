# Installs packages from the lab's repository over a base tree, into an overlay layer. Runs in own mount, pid and net
# namespaces. Arguments: work directory (with upper/ work/ root/), base tree, repository, packages...
set -e
D=$1 BASE=$2 REPO=$3
shift 3
R=$D/root
mount -t overlay overlay -o "lowerdir=$BASE,upperdir=$D/upper,workdir=$D/work" "$R"
mount -t proc proc "$R/proc"
mount --bind /dev "$R/dev"
mount --bind "$REPO" "$R/srv/repo"
mount -t tmpfs tmpfs "$R/run"
mount -t tmpfs tmpfs "$R/tmp"
printf '#!/bin/sh\nexit 101\n' > "$R/usr/sbin/policy-rc.d"
chmod 755 "$R/usr/sbin/policy-rc.d"
in_root() { chroot "$R" env -i DEBIAN_FRONTEND=noninteractive LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
in_root apt-get -qq -o APT::Sandbox::User=root update
in_root apt-get -qq -y -o Dpkg::Options::=--force-unsafe-io install --no-install-recommends "$@"
in_root apt-get clean
rm -f "$R/usr/sbin/policy-rc.d"
: > "$R/etc/machine-id"
