package dev.box.drill.mutation;

import dev.box.core.box.Boxes;
import dev.box.core.door.Door;
import dev.box.core.door.Doors;
import dev.box.core.host.HostNames;
import dev.box.core.progress.Progress;
import dev.box.incus.AclRule;
import dev.box.incus.Deadline;
import dev.box.incus.Instance;
import dev.box.incus.NetworkAcl;
import dev.box.incus.Versioned;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A door to the last box, and what may be wrong with one. */
final class DoorFaults {

    private static final int PORT = 7080;
    /** Below the ports that kernels hand out by themselves, and above those that services have. */
    private static final int HOST_PORT = 19_080;

    private DoorFaults() {}

    /** What is done to the door once it is open as it should be. */
    private interface Spoil {
        void on(World world, String box, Deadline deadline);
    }

    /** It stands on the host's address on the LAN, where everybody there can knock. */
    static Fault onTheLan(String lanAddress) {
        return new OpenDoor(standing(lanAddress));
    }

    /** Both, which opening a door a second time would undo. */
    static Fault onTheLanAndWide(String lanAddress) {
        return new OpenDoor((world, box, deadline) -> {
            standing(lanAddress).on(world, box, deadline);
            widen(world, box, deadline);
        });
    }

    private static Spoil standing(String lanAddress) {
        return (world, box, deadline) -> {
            Versioned<Instance> read = world.incus().instances().get(box, deadline);
            Map<String, Map<String, String>> devices =
                    new LinkedHashMap<>(read.value().devices());
            Map<String, String> door = new LinkedHashMap<>(devices.getOrDefault(HostNames.DOOR + PORT, Map.of()));
            door.put("listen", "tcp:" + lanAddress + ":" + HOST_PORT);
            devices.put(HostNames.DOOR + PORT, door);
            world.incus()
                    .instances()
                    .replace(box, read.with(read.value().withDevices(devices)), deadline)
                    .await(deadline);
        };
    }

    /** Its rule admits everybody, to every port of the box. */
    static Fault wide() {
        return new OpenDoor(DoorFaults::widen);
    }

    private static void widen(World world, String box, Deadline deadline) {
        Versioned<NetworkAcl> read = world.incus().networkAcls().get(HostNames.ACL, deadline);
        NetworkAcl acl = read.value();
        List<AclRule> wide = acl.ingress().stream()
                .map(rule -> new AclRule(
                        rule.action(), "", rule.destination(), "", "", "", "", "", rule.description(), rule.state()))
                .toList();
        world.incus()
                .networkAcls()
                .replace(
                        HostNames.ACL,
                        read.with(new NetworkAcl(
                                acl.name(), acl.description(), wide, acl.egress(), acl.config(), List.of())),
                        deadline);
    }

    /** Closes every door of the drill's boxes; no rule without a door is left. */
    static void close(World world, Deadline deadline) {
        Doors doors = doors(world);
        for (Door door : doors.list(deadline)) {
            if (world.boxes().contains(door.box())) {
                doors.close(door.box(), door.port(), Progress.silent(), deadline);
            }
        }
        world.stack().convergeDoors(deadline);
    }

    private static Doors doors(World world) {
        return new Doors(world.incus(), new Boxes(world.incus(), world.host().settings()), world.stack());
    }

    private record OpenDoor(Spoil spoil) implements Fault {

        @Override
        public Map<String, String> save(World world, Deadline deadline) {
            return Map.of();
        }

        @Override
        public void make(World world, Map<String, String> saved, Deadline deadline) {
            String box = world.boxes().getLast();
            doors(world).open(box, PORT, HOST_PORT, Progress.silent(), deadline);
            spoil.on(world, box, deadline);
        }

        @Override
        public void undo(World world, Map<String, String> saved, Deadline deadline) {
            close(world, deadline);
        }

        @Override
        public boolean replugs() {
            return true;
        }
    }
}
