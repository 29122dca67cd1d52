#!/bin/sh
# The predecessor's host stack as its setup left it, under its own names. Run by the drill, in the lab only.
set -eu
incus network acl create claude-isolate
for range in 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16; do
    incus network acl rule add claude-isolate egress action=drop destination=$range
done
incus network create claudenet ipv4.address=10.87.0.1/24 ipv4.nat=true ipv6.address=none \
    security.acls=claude-isolate security.acls.default.egress.action=allow security.acls.default.ingress.action=drop
incus profile create claude-dev
incus profile device add claude-dev eth0 nic network=claudenet name=eth0
incus profile device add claude-dev root disk path=/ pool=default
incus profile set claude-dev limits.cpu=1 limits.memory=512MiB security.nesting=true
incus profile set claude-dev cloud-init.user-data - <<'USER'
#cloud-config
users:
  - {name: claude, shell: /bin/bash, lock_passwd: false, plain_text_passwd: of-old}
USER
cat >/usr/local/sbin/claudebox-firewall <<'SCRIPT'
#!/bin/sh
nft -f - <<'RULES'
add table inet claudebox
delete table inet claudebox
table inet claudebox {
  chain input {
    type filter hook input priority -10; policy accept;
    iifname "claudenet" ct state established,related accept
    iifname "claudenet" udp dport { 53, 67 } accept
    iifname "claudenet" tcp dport 53 accept
    iifname "claudenet" drop
  }
}
RULES
SCRIPT
chmod 755 /usr/local/sbin/claudebox-firewall
cat >/etc/systemd/system/claudebox-firewall.service <<'UNIT'
[Unit]
Description=claudebox host firewall
Before=incus.service

[Service]
Type=oneshot
RemainAfterExit=yes
ExecStart=/usr/local/sbin/claudebox-firewall

[Install]
WantedBy=multi-user.target
UNIT
systemctl daemon-reload
systemctl enable --now claudebox-firewall
