package dev.box.core.box;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.HostNames;
import dev.box.core.net.Cidr;
import dev.box.core.net.KernelNet;
import dev.box.core.process.Machine;
import dev.box.core.progress.Progress;
import dev.box.core.wait.Poll;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.Instance;
import dev.box.incus.InstanceState;
import dev.box.incus.NicAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/**
 * Waits until a started box can be used: its init (in a VM, the agent) answers, and its kernel holds an address of the
 * box network. Both are read from the guest, never from what was configured.
 */
public final class Arrival {

    private static final Duration ANSWER = Duration.ofSeconds(120);
    private static final Duration ADDRESS = Duration.ofSeconds(60);

    /** A guest that has none by then is slow, or nobody answers it. */
    private static final Duration USUAL = Duration.ofSeconds(8);

    /** The state of one guest costs the daemon some 10 ms, and a warm box has its address after half a second. */
    private static final long INTERVAL_MILLIS = 40;

    private final Incus incus;

    public Arrival(Incus incus) {
        this.incus = incus;
    }

    /**
     * What is known of a box that can be used.
     *
     * @param address its own, dotted IPv4
     * @param subnet of the box network
     */
    public record Arrived(String address, Cidr subnet) {}

    /** Waits for both, each with its own share of {@code deadline}. */
    public Arrived await(String name, Progress progress, Deadline deadline) {
        Cidr subnet = subnet(deadline);
        Instance instance = incus.instances().get(name, deadline).value();
        String mac = Placement.hardwareAddress(instance)
                .orElseThrow(() -> new BoxFailure.Failed(
                        "finding the NIC of box '" + name + "'",
                        "it has none on network " + HostNames.NETWORK,
                        "sudo box setup-host, then box rm " + name + " and mint it again"));
        init(name, instance.isVirtualMachine(), progress, deadline.within(ANSWER));
        Restart restart = new Restart(instance.isVirtualMachine());
        return new Arrived(address(name, mac, subnet, restart, progress, deadline.within(ADDRESS)), subnet);
    }

    /** From the bridge itself: a restricted user is shown its state but none of the network's keys. */
    private Cidr subnet(Deadline deadline) {
        try {
            for (NicAddress gateway :
                    incus.networks().state(HostNames.NETWORK, deadline).addresses()) {
                if (gateway.family().equals("inet")) {
                    return Cidr.parse(gateway.address() + "/" + gateway.netmask())
                            .orElseThrow(() -> noSubnet("its bridge holds '" + gateway.address() + "'"));
                }
            }
            throw noSubnet("its bridge holds no IPv4 address");
        } catch (IncusException.NotFound none) {
            throw noSubnet("there is none, or it is not open to this project");
        }
    }

    private static BoxFailure.Failed noSubnet(String answered) {
        return new BoxFailure.Failed("reading network " + HostNames.NETWORK, answered, "box doctor");
    }

    private void init(String name, boolean vm, Progress progress, Deadline deadline) {
        String what = vm ? "waiting for the guest's agent" : "waiting for the guest's init";
        try (Progress.Step step = progress.step(what, deadline)) {
            if (ask(what, name, new Restart(vm), deadline, Arrival::answering).isEmpty()) {
                throw new BoxFailure.Failed(
                        what + " in box '" + name + "'",
                        "no answer within " + deadline.budget().toSeconds() + " s" + ConsoleTail.read(incus, name),
                        "incus console --show-log " + name);
            }
            step.done("");
        }
    }

    /** The daemon counts a guest's processes by asking its init's cgroup or its agent: a count is an answer. */
    private static Optional<Long> answering(InstanceState state) {
        return state.processes() > 0 ? Optional.of(state.processes()) : Optional.empty();
    }

    private String address(
            String name, String mac, Cidr subnet, Restart restart, Progress progress, Deadline deadline) {
        String what = "waiting for an address";
        try (Progress.Step step = progress.step(what, deadline)) {
            Function<InstanceState, Optional<String>> held = state -> Placement.heldAddress(state, mac, subnet);
            Optional<String> soon = soon(what, name, restart, deadline, held);
            if (soon.isEmpty()) {
                requireServed(what + " in box '" + name + "'", subnet, deadline);
            }
            String address = soon.or(() -> ask(what, name, restart, deadline, held))
                    .orElseThrow(() -> new BoxFailure.Failed(
                            what + " in box '" + name + "'",
                            "its kernel holds none of " + HostNames.NETWORK + " after "
                                    + deadline.budget().toSeconds() + " s",
                            "box doctor"));
            step.done(address);
            return address;
        }
    }

    /** A daemon that is too busy to answer so soon may yet: only the whole wait is one. */
    private Optional<String> soon(
            String what,
            String name,
            Restart restart,
            Deadline deadline,
            Function<InstanceState, Optional<String>> held) {
        try {
            return ask(what, name, restart, deadline.within(USUAL), held);
        } catch (IncusException.TimedOut | IncusException.DaemonWedged e) {
            if (deadline.expired()) {
                throw e;
            }
            return Optional.empty();
        }
    }

    /**
     * Incus shows a network whose dnsmasq has died as if nothing had happened; the sockets tell. They are looked at only if
     * the bridge is this machine's, not a remote daemon's.
     */
    private static void requireServed(String tried, Cidr gateway, Deadline deadline) {
        KernelNet kernel = new KernelNet(Machine.local());
        boolean here = kernel.addressOf(HostNames.NETWORK, deadline)
                .filter(address -> address.dotted().equals(gateway.dotted()))
                .isPresent();
        if (here && !kernel.dnsmasq(HostNames.NETWORK, gateway, deadline).serving()) {
            throw new BoxFailure.Failed(
                    tried,
                    "nobody serves " + HostNames.NETWORK + ": its dnsmasq is not there",
                    "sudo box doctor --fix, then box rm it and mint it again");
        }
    }

    private <T> Optional<T> ask(
            String what,
            String name,
            Restart restart,
            Deadline deadline,
            Function<InstanceState, Optional<T>> question) {
        return Poll.until(what, deadline, INTERVAL_MILLIS, () -> {
            InstanceState state = incus.instances().state(name, deadline);
            if (restart.isNone(state.status())) {
                throw new BoxFailure.Failed(
                        what + " in box '" + name + "'",
                        "it is " + state.status() + " again" + ConsoleTail.read(incus, name),
                        "incus info --show-log " + name);
            }
            return question.apply(state);
        });
    }

    /**
     * Tells a guest that ended from a VM that restarts. The agent restarts the guest of Incus's own images once it has written
     * what cloud-init starts from, and to the daemon that is the end of one QEMU and the start of another.
     */
    private static final class Restart {

        private static final Duration LONGEST = Duration.ofSeconds(10);

        private final boolean vm;
        private Optional<Deadline> over = Optional.empty();

        Restart(boolean vm) {
            this.vm = vm;
        }

        boolean isNone(String status) {
            if (status.equals("Error")) {
                return true;
            }
            if (!status.equals("Stopped")) {
                over = Optional.empty();
                return false;
            }
            if (over.isEmpty()) {
                over = Optional.of(Deadline.after(LONGEST));
            }
            return !vm || over.get().expired();
        }
    }
}
