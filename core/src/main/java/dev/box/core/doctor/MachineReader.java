package dev.box.core.doctor;

import dev.box.core.host.Host;
import dev.box.core.host.HostNames;
import dev.box.core.host.PackagesLayer;
import dev.box.core.host.SystemdUnit;
import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.StoragePool;
import dev.box.incus.StorageResources;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What a reading takes from the machine itself: files under /proc and /etc, packages, other firewalls, disk, clock. */
final class MachineReader {

    private static final Path DATA = Path.of("/var/lib/incus");
    private static final Path LEGACY_TABLES = Path.of("/proc/net/ip_tables_names");
    private static final List<String> BRIDGE_KEYS =
            List.of("bridge-nf-call-iptables", "bridge-nf-call-ip6tables", "bridge-nf-call-arptables");

    /** Written whenever anything is installed, set up or booted: none of them can be from the future. */
    private static final List<String> WRITTEN =
            List.of("/var/lib/dpkg/status", HostNames.RULES_FILE.toString(), "/var/log/wtmp", "/etc");

    private final Host host;

    MachineReader(Host host) {
        this.host = host;
    }

    boolean isRoot(Deadline deadline) {
        return line(deadline, "id", "-u").equals("0");
    }

    Reading.Wires wires(Deadline deadline) {
        return new Reading.Wires(host.kernel().routes(deadline), host.kernel().addresses(deadline));
    }

    /** Bytes that are left on the disk under Incus's data; negative if it cannot be asked. */
    long freeBytes(Deadline deadline) {
        String where = host.machine().exists(DATA, deadline) ? DATA.toString() : "/var/lib";
        String printed = line(deadline, "df", "--output=avail", "-B1", where);
        String last = printed.substring(printed.lastIndexOf('\n') + 1).strip();
        try {
            return Long.parseLong(last);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** The package that owns the daemon's program, and the CVEs that its changelog on this disk says it fixes. */
    Reading.VersionFacts version(String daemon, Deadline deadline) {
        for (Path program : PackagesLayer.INCUSD) {
            if (!host.machine().exists(program, deadline)) {
                continue;
            }
            String owner = line(deadline, "dpkg-query", "-S", program.toString());
            int colon = owner.indexOf(':');
            if (colon > 0) {
                String name = owner.substring(0, colon);
                String version = line(deadline, "dpkg-query", "-W", "-f", "${Version}", name);
                return new Reading.VersionFacts(daemon, version, named(name, deadline));
            }
        }
        return new Reading.VersionFacts(daemon, "", Set.of());
    }

    private TreeSet<String> named(String packageName, Deadline deadline) {
        String script = "zcat -f \"/usr/share/doc/$1/changelog.Debian.gz\" 2>/dev/null | grep -oE 'CVE-[0-9]+-[0-9]+'";
        TreeSet<String> named = new TreeSet<>();
        for (String cve :
                line(deadline, "sh", "-c", script, "changelog", packageName).split("\n")) {
            if (!cve.isBlank()) {
                named.add(cve);
            }
        }
        return named;
    }

    Map<String, String> bridgeNetfilter(Deadline deadline) {
        Map<String, String> values = new TreeMap<>();
        for (String key : BRIDGE_KEYS) {
            host.machine()
                    .read(Path.of("/proc/sys/net/bridge", key), deadline)
                    .ifPresent(value -> values.put(key, value.strip()));
        }
        return values;
    }

    Reading.NeighbourFacts neighbours(Deadline deadline) {
        boolean firewalld = SystemdUnit.observe(host.machine(), "firewalld.service", deadline)
                .isActive();
        String zone = firewalld ? line(deadline, "firewall-cmd", "--get-zone-of-interface=" + HostNames.NETWORK) : "";
        String ufw = readable(Path.of("/etc/ufw/ufw.conf"), deadline);
        return new Reading.NeighbourFacts(
                ufw.lines().anyMatch(line -> line.strip().equalsIgnoreCase("ENABLED=yes")),
                firewalld,
                zone.contains(" ") ? "" : zone,
                host.machine().exists(Path.of("/run/docker.sock"), deadline),
                readable(LEGACY_TABLES, deadline).lines().toList());
    }

    private String readable(Path file, Deadline deadline) {
        return line(deadline, "cat", file.toString());
    }

    Reading.StorageFacts storage(Incus incus, Optional<StoragePool> pool, Deadline deadline) {
        String driver = pool.map(StoragePool::driver).orElse("");
        long used = 0;
        long total = 0;
        if (pool.isPresent()) {
            StorageResources.Amount space =
                    incus.storagePools().resources(HostNames.POOL, deadline).space();
            used = space == null ? 0 : space.used();
            total = space == null ? 0 : space.total();
        }
        return new Reading.StorageFacts(driver, used, total, quota(driver, deadline), freeBytes(deadline));
    }

    /** btrfs counts only once a size was asked for; the daemon's mount may not be visible from here. */
    private String quota(String driver, Deadline deadline) {
        if (!driver.equals("btrfs") || !host.machine().has("btrfs", deadline)) {
            return "";
        }
        Subprocess.Result shown = host.machine()
                .command("btrfs", "qgroup", "show", DATA + "/storage-pools/" + HostNames.POOL)
                .run(deadline);
        return shown.ok() ? "on" : shown.stderr().contains("quotas not enabled") ? "off" : "";
    }

    Reading.ClockFacts clock(Deadline deadline) {
        long newest = 0;
        String where = "";
        for (String file : WRITTEN) {
            String seconds = line(deadline, "stat", "-c", "%Y", file);
            if (!seconds.isEmpty() && Long.parseLong(seconds) > newest) {
                newest = Long.parseLong(seconds);
                where = file;
            }
        }
        long now = Long.parseLong(host.machine()
                .command("date", "+%s")
                .orFail("asking for the time", "date +%s", deadline)
                .stdout()
                .strip());
        String synchronised = host.machine().has("timedatectl", deadline)
                ? line(deadline, "timedatectl", "show", "-p", "NTPSynchronized", "--value")
                : "";
        return new Reading.ClockFacts(now, newest, where, synchronised);
    }

    /** What a program printed; empty if it is not there or has nothing to say. */
    private String line(Deadline deadline, String... command) {
        if (!host.machine().has(command[0], deadline)) {
            return "";
        }
        return host.machine().command(command).run(deadline).stdout().strip();
    }
}
