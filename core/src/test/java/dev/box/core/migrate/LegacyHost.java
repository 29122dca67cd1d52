package dev.box.core.migrate;

import static dev.box.core.host.LabHostFixture.must;

import dev.box.core.host.Host;

/** The predecessor's stack as its setup left it, made with the programs that it used. */
final class LegacyHost {

    private static final String SCRIPT = """
            #!/bin/sh
            # what the predecessor's unit ran
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
            """;

    private static final String UNIT = """
            [Unit]
            Description=claudebox host firewall
            Before=incus.service

            [Service]
            Type=oneshot
            RemainAfterExit=yes
            ExecStart=/usr/local/sbin/claudebox-firewall

            [Install]
            WantedBy=multi-user.target
            """;

    private static final String USER_DATA = """
            #cloud-config
            users:
              - {name: claude, shell: /bin/bash, lock_passwd: false, plain_text_passwd: of-old}
            """;

    private LegacyHost() {}

    static void install(Host host) {
        must(host, "incus network acl create claude-isolate");
        for (String range : new String[] {"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"}) {
            must(host, "incus network acl rule add claude-isolate egress action=drop destination=" + range);
        }
        must(
                host,
                "incus network create claudenet ipv4.address=10.87.0.1/24 ipv4.nat=true ipv6.address=none"
                        + " security.acls=claude-isolate security.acls.default.egress.action=allow"
                        + " security.acls.default.ingress.action=drop");
        must(
                host,
                "incus profile create claude-dev && incus profile device add claude-dev eth0 nic network=claudenet name=eth0"
                        + " && incus profile device add claude-dev root disk path=/ pool=default"
                        + " && incus profile set claude-dev limits.cpu=1 limits.memory=512MiB security.nesting=true");
        must(host, "incus profile set claude-dev cloud-init.user-data - <<'EOF'\n" + USER_DATA + "EOF");
        must(host, "cat > /usr/local/sbin/claudebox-firewall <<'EOF'\n" + SCRIPT + "EOF");
        must(host, "cat > /etc/systemd/system/claudebox-firewall.service <<'EOF'\n" + UNIT + "EOF");
        must(
                host,
                "chmod 755 /usr/local/sbin/claudebox-firewall && systemctl daemon-reload"
                        + " && systemctl enable --now claudebox-firewall && nft list table inet claudebox");
    }

    /** A box as the predecessor minted it, up and through its first boot. */
    static void mint(Host host, String name) {
        must(host, "incus launch box/debian/13/cloud " + name + " -p claude-dev -c user.claudebox=1");
        must(host, "incus exec " + name + " -- sh -c 'cloud-init status --wait; test -d /home/claude'");
    }
}
