package dev.box.drill.mutation;

import dev.box.core.host.HostNames;
import dev.box.incus.AclRule;
import dev.box.incus.Deadline;
import dev.box.incus.Instance;
import dev.box.incus.JsonBinding;
import dev.box.incus.NetworkAcl;
import dev.box.incus.Profile;
import dev.box.incus.Versioned;
import io.avaje.jsonb.Jsonb;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Faults made through the daemon, as an administrator's mistake would be. */
final class DaemonFaults {

    /** Setting keys on a network with live NICs can wedge the daemon: no single call may take longer. */
    private static final Duration ONE_CALL = Duration.ofSeconds(60);

    static final String RAW = "raw.dnsmasq";

    private static final Jsonb JSONB = JsonBinding.of("dev.box.incus.jsonb.GeneratedJsonComponent");

    private DaemonFaults() {}

    /** Gives boxnet other keys; an empty value unsets one. */
    static Fault network(Map<String, String> keys) {
        return new NetworkKeys(List.copyOf(keys.keySet()), was -> keys);
    }

    /** Edits the lines of boxnet's {@code raw.dnsmasq}. */
    static Fault dnsmasqLines(Predicate<String> drop, List<String> add) {
        return new NetworkKeys(List.of(RAW), was -> {
            List<String> lines = new java.util.ArrayList<>(was.getOrDefault(RAW, "")
                    .lines()
                    .filter(line -> !drop.test(line))
                    .toList());
            lines.addAll(add);
            return Map.of(RAW, String.join("\n", lines));
        });
    }

    private record NetworkKeys(List<String> keys, UnaryOperator<Map<String, String>> change) implements Fault {

        @Override
        public Map<String, String> save(World world, Deadline deadline) {
            Map<String, String> config = config(world, deadline);
            Map<String, String> saved = new LinkedHashMap<>();
            keys.forEach(key -> saved.put(key, config.getOrDefault(key, "")));
            return saved;
        }

        @Override
        public void make(World world, Map<String, String> saved, Deadline deadline) {
            patch(world, change.apply(saved), deadline);
        }

        @Override
        public void undo(World world, Map<String, String> saved, Deadline deadline) {
            Map<String, String> config = config(world, deadline);
            boolean whole = saved.entrySet().stream()
                    .allMatch(entry -> config.getOrDefault(entry.getKey(), "")
                            .strip()
                            .equals(entry.getValue().strip()));
            if (!whole) {
                patch(world, saved, deadline);
            }
        }

        private static Map<String, String> config(World world, Deadline deadline) {
            return world.incus()
                    .networks()
                    .get(HostNames.NETWORK, deadline)
                    .value()
                    .config();
        }

        private static void patch(World world, Map<String, String> keys, Deadline deadline) {
            world.incus().networks().patch(HostNames.NETWORK, Map.of("config", keys), deadline.within(ONE_CALL));
        }
    }

    /** Changes the egress rules of box's ACL. */
    static Fault egress(UnaryOperator<List<AclRule>> change) {
        return new Egress(change);
    }

    private record Egress(UnaryOperator<List<AclRule>> change) implements Fault {

        private static final String ACL = "acl";

        @Override
        public Map<String, String> save(World world, Deadline deadline) {
            return Map.of(
                    ACL,
                    JSONB.type(NetworkAcl.class).toJson(present(world, deadline).value()));
        }

        @Override
        public void make(World world, Map<String, String> saved, Deadline deadline) {
            NetworkAcl was = present(world, deadline).value();
            replace(
                    world,
                    new NetworkAcl(
                            was.name(),
                            was.description(),
                            was.ingress(),
                            change.apply(was.egress()),
                            was.config(),
                            List.of()),
                    deadline);
        }

        @Override
        public void undo(World world, Map<String, String> saved, Deadline deadline) {
            NetworkAcl was = JSONB.type(NetworkAcl.class).fromJson(saved.getOrDefault(ACL, "{}"));
            replace(
                    world,
                    new NetworkAcl(was.name(), was.description(), was.ingress(), was.egress(), was.config(), List.of()),
                    deadline);
        }

        private static Versioned<NetworkAcl> present(World world, Deadline deadline) {
            return world.incus().networkAcls().get(HostNames.ACL, deadline);
        }

        private static void replace(World world, NetworkAcl acl, Deadline deadline) {
            world.incus()
                    .networkAcls()
                    .replace(HostNames.ACL, present(world, deadline).with(acl), deadline.within(ONE_CALL));
        }
    }

    /** Gives the placement profile's NIC another value for a key; running boxes get new NICs. */
    static Fault nic(String key, String value) {
        return new Nic(key, value);
    }

    private record Nic(String key, String value) implements Fault {

        @Override
        public Map<String, String> save(World world, Deadline deadline) {
            Map<String, String> nic = profile(world, deadline).value().devices().getOrDefault(HostNames.NIC, Map.of());
            return Map.of(key, nic.getOrDefault(key, ""));
        }

        @Override
        public void make(World world, Map<String, String> saved, Deadline deadline) {
            set(world, value, deadline);
        }

        @Override
        public void undo(World world, Map<String, String> saved, Deadline deadline) {
            set(world, saved.getOrDefault(key, ""), deadline);
        }

        private void set(World world, String wanted, Deadline deadline) {
            Versioned<Profile> versioned = profile(world, deadline);
            Profile was = versioned.value();
            Map<String, Map<String, String>> devices = new LinkedHashMap<>(was.devices());
            Map<String, String> nic = new LinkedHashMap<>(devices.getOrDefault(HostNames.NIC, Map.of()));
            if (nic.getOrDefault(key, "").equals(wanted)) {
                return;
            }
            if (wanted.isEmpty()) {
                nic.remove(key);
            } else {
                nic.put(key, wanted);
            }
            devices.put(HostNames.NIC, nic);
            Profile changed = Profile.of(was.name(), was.description(), was.config(), devices);
            world.incus().profiles().replace(HostNames.PROFILE, versioned.with(changed), deadline.within(ONE_CALL));
        }

        private static Versioned<Profile> profile(World world, Deadline deadline) {
            return world.incus().profiles().get(HostNames.PROFILE, deadline);
        }

        @Override
        public boolean replugs() {
            return true;
        }
    }

    /** Plugs a directory and a device of the host into every box of the drill. */
    static Fault hostDevices() {
        return new HostDevices();
    }

    private record HostDevices() implements Fault {

        private static final Map<String, Map<String, String>> DEVICES = Map.of(
                "drill-etc", Map.of("type", "disk", "source", "/etc/box", "path", "/mnt/drill-etc", "readonly", "true"),
                "drill-mem", Map.of("type", "unix-char", "source", "/dev/zero", "path", "/dev/port", "mode", "0600"));

        @Override
        public Map<String, String> save(World world, Deadline deadline) {
            return Map.of();
        }

        @Override
        public void make(World world, Map<String, String> saved, Deadline deadline) {
            for (String box : world.boxes()) {
                world.incus().instances().patch(box, Map.of("devices", DEVICES), deadline.within(ONE_CALL));
            }
        }

        @Override
        public void undo(World world, Map<String, String> saved, Deadline deadline) {
            for (String box : world.boxes()) {
                world.incus().instances().find(box, deadline).ifPresent(found -> without(world, found, deadline));
            }
        }

        private static void without(World world, Versioned<Instance> found, Deadline deadline) {
            Instance was = found.value();
            Map<String, Map<String, String>> devices = new LinkedHashMap<>(was.devices());
            if (devices.keySet().removeAll(DEVICES.keySet())) {
                world.incus()
                        .instances()
                        .replace(was.name(), found.with(was.withDevices(devices)), deadline)
                        .await(deadline.within(ONE_CALL));
            }
        }
    }
}
