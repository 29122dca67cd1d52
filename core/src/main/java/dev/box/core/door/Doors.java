package dev.box.core.door;

import dev.box.core.box.Box;
import dev.box.core.box.BoxState;
import dev.box.core.box.Boxes;
import dev.box.core.box.Stamp;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.DoorRules;
import dev.box.core.host.HostStack;
import dev.box.core.net.Cidr;
import dev.box.core.process.Privileges;
import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.Instance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Opens and closes doors. The proxy device on the box is the door; the host's part follows from it ({@link HostStack#convergeDoors}),
 * so a door that was killed half-way is either there to be completed by the same command, or leaves nothing.
 */
public final class Doors {

    private final Incus incus;
    private final Boxes boxes;
    private final HostStack stack;

    /** {@code stack} is of the host that the daemon runs on: a door is a matter of that host's kernel. */
    public Doors(Incus incus, Boxes boxes, HostStack stack) {
        this.incus = incus;
        this.boxes = boxes;
        this.stack = stack;
    }

    /**
     * A door that is open.
     *
     * @param answered whether something in the box accepted a connection through it; else nothing listens there yet
     */
    public record Opened(Door door, boolean answered) {}

    /**
     * Opens one; the same one again is completed if need be.
     *
     * @throws BoxFailure.Refused for a port that may not be used; nothing was changed
     * @throws BoxFailure.Failed if it could not be opened or nothing came through; it was taken back
     */
    public Opened open(String name, int port, int hostPort, Progress progress, Deadline deadline) {
        requireAdmin("open");
        Box box = boxes.resolve(name, deadline);
        Optional<Door> present =
                Door.of(box.instance()).stream().filter(d -> d.port() == port).findFirst();
        if (present.isPresent() && present.get().hostPort() != hostPort) {
            throw new BoxFailure.Refused(
                    "opening a door to port " + port + " of box '" + name + "'",
                    "it has one already, on " + Door.ADDRESS + ":"
                            + present.get().hostPort(),
                    "box expose " + name + " --remove " + port);
        }
        requireRunning(box);
        if (present.isEmpty()) {
            String other = "box expose " + name + " " + port + " " + (hostPort < 1024 ? 8000 + hostPort : hostPort + 1);
            Ports.requireFree(hostPort, incus.instances().list(deadline), other);
        }
        Door door = present.orElseGet(() -> planned(box, port, hostPort, deadline));
        try (Progress.Step step = progress.step("opening " + Door.ADDRESS + ":" + hostPort, deadline)) {
            boolean answered = through(door, step, deadline);
            step.done("");
            return new Opened(door, answered);
        } catch (BoxFailure | IncusException e) {
            takeBack(door, e);
            throw e;
        }
    }

    private Door planned(Box box, int port, int hostPort, Deadline deadline) {
        Cidr address = new StaticAddress(incus).of(box.instance(), deadline);
        return new Door(box.name(), port, hostPort, "tcp:" + address.dotted() + ":" + port);
    }

    private boolean through(Door door, Progress.Step step, Deadline deadline) {
        step.update("static address and proxy device");
        new DoorDevices(incus).add(door, deadline);
        step.update("access rule and loopback routing");
        stack.convergeDoors(deadline);
        step.update("checking it end to end");
        return EndToEnd.answers(door, deadline);
    }

    /** Even if the thread was interrupted: half a door is worse than a late answer. */
    private void takeBack(Door door, RuntimeException cause) {
        boolean interrupted = Thread.interrupted();
        try {
            remove(door, Deadline.seconds(30));
        } catch (BoxFailure | IncusException e) {
            cause.addSuppressed(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Closes the door to a port of a box; connections that are open end when either side ends them. */
    public Door close(String name, int port, Progress progress, Deadline deadline) {
        requireAdmin("close");
        Box box = boxes.resolve(name, deadline);
        List<Door> doors = Door.of(box.instance());
        Door door = doors.stream()
                .filter(d -> d.port() == port)
                .findFirst()
                .orElseThrow(() -> noDoor(box.name(), port, doors));
        try (Progress.Step step = progress.step("closing " + Door.ADDRESS + ":" + door.hostPort(), deadline)) {
            remove(door, deadline);
            step.done("");
        }
        return door;
    }

    /** The rule goes first: a kill in between leaves a door that leads nowhere, never a rule without a door. */
    private void remove(Door door, Deadline deadline) {
        DoorRules.withdraw(incus, door.connect(), deadline);
        new DoorDevices(incus).remove(door, deadline);
        stack.convergeDoors(deadline);
    }

    private static BoxFailure.Failed noDoor(String box, int port, List<Door> doors) {
        Optional<Door> meant = doors.stream().filter(d -> d.hostPort() == port).findFirst();
        return new BoxFailure.Failed(
                "closing the door to port " + port + " of box '" + box + "'",
                meant.isPresent()
                        ? "there is none; the host's port " + port + " leads to its port "
                                + meant.get().port()
                        : "there is none",
                meant.isPresent()
                        ? "box expose " + box + " --remove " + meant.get().port()
                        : "box expose " + box + " --list");
    }

    /** The doors of every box, by box and port. */
    public List<Door> list(Deadline deadline) {
        List<Door> doors = new ArrayList<>();
        for (Instance instance : incus.instances().list(deadline)) {
            if (Stamp.isBox(instance.config())) {
                doors.addAll(Door.of(instance));
            }
        }
        doors.sort(Comparator.comparing(Door::box).thenComparingInt(Door::port));
        return doors;
    }

    /** The doors of one box, by port. */
    public List<Door> list(String name, Deadline deadline) {
        return Door.of(boxes.resolve(name, deadline).instance());
    }

    private static void requireRunning(Box box) {
        if (box.state() != BoxState.RUNNING) {
            throw new BoxFailure.Failed(
                    "opening a door to box '" + box.name() + "'",
                    "it is " + box.state().word() + ": a door is checked end to end when it opens",
                    box.state() == BoxState.STOPPED ? "box start " + box.name() : "box info " + box.name());
        }
    }

    private void requireAdmin(String verb) {
        String tried = "asking to " + verb + " a door";
        if (!incus.endpoint().project().isEmpty()) {
            throw new BoxFailure.Refused(
                    tried,
                    "the restricted tier has none: a door changes the access list and the firewall that all users of this"
                            + " host share",
                    "ask the host's administrator");
        }
        if (!incus.project().isEmpty() && !incus.project().equals("default")) {
            throw new BoxFailure.Refused(tried, "doors are for boxes of the default project", "unset INCUS_PROJECT");
        }
        Privileges.requireRoot(tried, "box expose ...");
    }
}
