# Turns a bootstrapped tree into a guest image; $1 is the tree.
set -e
R=$1
: > "$R/etc/machine-id"
rm -f "$R/var/lib/dbus/machine-id" "$R"/etc/ssh/ssh_host_* "$R/etc/hostname" "$R/etc/resolv.conf"
ln -s ../run/systemd/resolve/stub-resolv.conf "$R/etc/resolv.conf"
chroot "$R" systemctl -q enable systemd-networkd.service systemd-networkd.socket systemd-resolved.service
mkdir -p "$R/etc/cloud/cloud.cfg.d"
# No sshd and no ssh-keygen in it: with the ssh modules cloud-init would end as "degraded".
cat > "$R/etc/cloud/cloud.cfg.d/90-incus.cfg" <<'C'
datasource_list: [ NoCloud, None ]
ssh_deletekeys: false
ssh_genkeytypes: []
cloud_init_modules: [seed_random, bootcmd, write_files, set_hostname, update_hostname, ca_certs, users_groups]
cloud_config_modules: [set_passwords, ntp, timezone, runcmd]
cloud_final_modules: [package_update_upgrade_install, write_files_deferred, scripts_vendor, scripts_per_once, scripts_per_boot, scripts_per_instance, scripts_user, final_message]
C
# The data source is known, so the generator need not probe for it.
echo 'policy: enabled' > "$R/etc/cloud/ds-identify.cfg"
mask() {
  for u in "$@"; do
    [ ! -e "$R/lib/systemd/system/$u" ] || ln -sf /dev/null "$R/etc/systemd/system/$u"
  done
}
# These would wake every box at once.
mask apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer
rm -rf "$R"/var/cache/apt/* "$R"/var/lib/apt/lists/* "$R"/var/log/*.log
