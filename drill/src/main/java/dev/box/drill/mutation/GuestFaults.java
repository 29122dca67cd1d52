package dev.box.drill.mutation;

import dev.box.core.host.SetupHost;
import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import dev.box.incus.FileMode;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Faults, and steps that faults need, inside the drill's own boxes. */
final class GuestFaults {

    private static final String EACH_LINK = "for l in /sys/class/net/*; do l=${l##*/}; [ \"$l\" = lo ] || %s; done";

    private GuestFaults() {}

    /** Takes the prober's interpreter away in the first box. */
    static Fault noInterpreter() {
        String python = "x \"$(readlink -f /usr/bin/python3)\"";
        return Fault.of(
                (world, deadline) -> world.inBox(world.boxes().getFirst(), "chmod a-" + python, deadline),
                (world, deadline) -> world.inBox(world.boxes().getFirst(), "chmod a+" + python, deadline));
    }

    /** The second box has the machine-id of the first, as a copy that got no identity of its own. */
    static Fault twin() {
        return new Twin();
    }

    private record Twin() implements Fault {

        private static final String FILE = "/etc/machine-id";

        @Override
        public Map<String, String> save(World world, Deadline deadline) {
            return Map.of("id", read(world, 1, deadline));
        }

        @Override
        public void make(World world, Map<String, String> saved, Deadline deadline) {
            write(world, read(world, 0, deadline), deadline);
        }

        @Override
        public void undo(World world, Map<String, String> saved, Deadline deadline) {
            if (world.incus().instances().find(world.boxes().get(1), deadline).isPresent()) {
                write(world, saved.getOrDefault("id", ""), deadline);
            }
        }

        private static String read(World world, int box, Deadline deadline) {
            byte[] content = world.incus()
                    .instances()
                    .files(world.boxes().get(box))
                    .read(FILE, deadline)
                    .content();
            return new String(content, StandardCharsets.US_ASCII);
        }

        private static void write(World world, String id, Deadline deadline) {
            world.incus()
                    .instances()
                    .files(world.boxes().get(1))
                    .replace(FILE, id.getBytes(StandardCharsets.US_ASCII), FileMode.root(0444), deadline);
        }

        @Override
        public boolean replugs() {
            return true;
        }
    }

    /** Has every box ask DHCP again, which is when a name goes to dnsmasq; undone by taking the names off the leases. */
    static Fault renewLeases() {
        return Fault.of(
                (world, deadline) -> world.inBoxes(EACH_LINK.formatted("networkctl renew \"$l\""), deadline),
                GuestFaults::converge);
    }

    /** Waits until every box has come by an IPv6 address, which a router advertisement takes its time for. */
    static Fault ipv6CameBy() {
        String await = "{ echo 0 >/proc/sys/net/ipv6/conf/$l/disable_ipv6;"
                + " for i in $(seq 75); do ip -6 -o address show dev $l scope global | grep -q . && break; sleep 0.2; done; }";
        return Fault.of(
                (world, deadline) -> world.inBoxes(EACH_LINK.formatted(await), deadline), GuestFaults::forgetIpv6);
    }

    /** Breaks nothing; undone by having every box forget the IPv6 addresses and routes that it came by. */
    static Fault ipv6Forgotten() {
        return Fault.of((world, deadline) -> {}, GuestFaults::forgetIpv6);
    }

    private static void forgetIpv6(World world, Deadline deadline) {
        String forget = "{ echo 1 >/proc/sys/net/ipv6/conf/$l/disable_ipv6; networkctl reconfigure \"$l\"; }";
        world.inBoxes(EACH_LINK.formatted(forget), deadline);
    }

    /** What {@code box setup-host} does: the layers themselves know how to put back what only they can. */
    static void converge(World world, Deadline deadline) {
        new SetupHost(world.stack()).run(Progress.silent(), deadline);
    }
}
