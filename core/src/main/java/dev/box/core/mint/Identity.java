package dev.box.core.mint;

import dev.box.core.box.Arrival;
import dev.box.core.box.GuestUser;
import dev.box.core.box.Placement;
import dev.box.core.box.Stamp;
import dev.box.core.box.StampKey;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.HostNames;
import dev.box.core.net.Cidr;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.core.wait.Poll;
import dev.box.incus.Deadline;
import dev.box.incus.ExecRequest;
import dev.box.incus.ExecResult;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import dev.box.incus.NetworkLease;
import dev.box.incus.StopMode;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asserts that a new box is nobody else: its machine-id, which decides its DHCP identity, and its address are held by no
 * other box. The guest and the network's leases are read; nothing is assumed from how it was made.
 */
public final class Identity {

    private static final int MACHINE_ID_LENGTH = 32;

    private static final Duration LEASE = Duration.ofSeconds(5);

    /** Of the guest itself: who it is, what it calls itself, and where its user lives. */
    private static final String ASK = "cat /etc/machine-id && uname -n && getent passwd -- \"$1\" | cut -d: -f6";

    /** A copy goes by the name that the daemon starts it with; its files may know none, or have got it from the image. */
    private static final String KEEP_NAME =
            "[ \"$(cat /etc/hostname)\" = \"$0\" ] || echo \"$0\" > /etc/hostname; grep -qwF -- \"$0\" /etc/hosts"
                    + " || printf '127.0.1.1\\t%s\\n' \"$0\" >> /etc/hosts; ";

    private final Incus incus;
    private final String name;
    private final boolean copy;

    private Identity(Incus incus, String name, boolean copy) {
        this.incus = incus;
        this.name = name;
        this.copy = copy;
    }

    public static Identity ofNew(Incus incus, String name) {
        return new Identity(incus, name, false);
    }

    /** Of a copy, which is also held to its own name. */
    static Identity ofCopy(Incus incus, String name) {
        return new Identity(incus, name, true);
    }

    /**
     * Writes the guest's machine-id on the instance first, so that of two boxes minted at once at least the later sees the
     * other. A twin is stopped: up, it would take the other's traffic.
     *
     * @return the address that the guest holds now, which its first boot may have changed since it arrived
     */
    public String settle(GuestUser user, Arrival.Arrived arrived, Deadline deadline) {
        String machineId = readGuest(user, deadline);
        incus.instances().patch(name, Map.of("config", Map.of(StampKey.MACHINE_ID.key(), machineId)), deadline);
        List<Instance> all = incus.instances().list(deadline);
        Instance self = incus.instances().get(name, deadline).value();
        Arrival.Arrived now = now(self, arrived.subnet(), deadline);
        List<NetworkLease> leases = leases(self, now.address(), deadline);
        for (Instance other : all) {
            if (!other.name().equals(name) && Stamp.isBox(other.config())) {
                requireOtherId(other, machineId, deadline);
                requireOtherAddress(other, leases, now, deadline);
            }
        }
        requireOwnLease(all, leases, now.address());
        return now.address();
    }

    /**
     * As soon as this box's own is among them: dnsmasq empties its file and writes it anew for every lease, and the daemon
     * reads what is there at that moment, which may lack anybody's.
     */
    private List<NetworkLease> leases(Instance self, String address, Deadline deadline) {
        return Poll.until("waiting for the lease of box '" + name + "'", deadline.within(LEASE), () -> {
                    List<NetworkLease> read = incus.networks().leases(HostNames.NETWORK, deadline);
                    return Placement.leasedAddress(self, read)
                            .filter(address::equals)
                            .map(own -> read);
                })
                .orElseGet(() -> incus.networks().leases(HostNames.NETWORK, deadline));
    }

    private Arrival.Arrived now(Instance self, Cidr subnet, Deadline deadline) {
        return Placement.hardwareAddress(self)
                .flatMap(mac -> Placement.heldAddress(incus.instances().state(name, deadline), mac, subnet))
                .map(address -> new Arrival.Arrived(address, subnet))
                .orElseThrow(() -> new BoxFailure.Failed(
                        "reading the address of box '" + name + "'",
                        "its kernel holds none of " + HostNames.NETWORK + " any more",
                        "box shell " + name));
    }

    /** One command for all of it, because each costs the guest a process or two while it boots. */
    private String readGuest(GuestUser user, Deadline deadline) {
        String script = (copy ? KEEP_NAME : "") + ASK;
        ExecResult result =
                incus.instances().exec(name, ExecRequest.of("sh", "-c", script, name, user.name()), deadline);
        String[] lines = result.stdout().split("\n", -1);
        if (!isMachineId(lines[0])) {
            throw new BoxFailure.Failed(
                    "reading the machine-id of box '" + name + "'",
                    "the guest's is '" + Untrusted.line(lines[0]) + "'",
                    "box image build");
        }
        if (copy && !(lines.length > 1 ? lines[1] : "").equals(name)) {
            throw new BoxFailure.Failed(
                    "checking the name of box '" + name + "'",
                    "the guest calls itself '" + Untrusted.line(lines[1]) + "'",
                    "box shell " + name + ", and look what sets its name");
        }
        String home = lines.length > 2 ? lines[2] : "";
        if (!home.equals(user.home())) {
            throw new BoxFailure.Failed(
                    "looking for user '" + user.name() + "' in box '" + name + "'",
                    home.isEmpty() ? "the guest has no such user" : "its home is " + Untrusted.line(home),
                    "the template's user-data.yaml must make it, with home " + user.home());
        }
        return lines[0];
    }

    /** Waits for the guest's new SSH host keys. {@code old} are the public ones of its source. */
    void requireOtherHostKeys(List<String> old, Progress progress, Deadline deadline) {
        String script = "cat /etc/ssh/ssh_host_*.pub 2>/dev/null";
        String what = "waiting for new SSH host keys";
        try (Progress.Step step = progress.step(what, deadline)) {
            Optional<String> keys = Poll.until(
                    what,
                    deadline,
                    () -> Optional.of(incus.instances()
                                    .exec(name, ExecRequest.of("sh", "-c", script), deadline)
                                    .stdout())
                            .filter(text -> !text.isBlank()));
            if (keys.isEmpty()) {
                throw new BoxFailure.Failed(
                        what + " in box '" + name + "'",
                        "it made none",
                        "box shell " + name + ", then: systemctl status box-ssh-host-keys");
            }
            for (String key : old) {
                if (keys.get().contains(key)) {
                    throw new BoxFailure.Failed(
                            what + " in box '" + name + "'",
                            "it has one of its source's",
                            "box rm " + name + " --force");
                }
            }
            step.done("");
        }
    }

    private void requireOtherId(Instance other, String machineId, Deadline deadline) {
        if (machineId.equals(other.config().get(StampKey.MACHINE_ID.key()))) {
            throw twin("machine-id " + machineId, other.name(), deadline);
        }
    }

    /** A box with a lease of its own has that address; one without is asked what it holds. */
    private void requireOtherAddress(
            Instance other, List<NetworkLease> leases, Arrival.Arrived now, Deadline deadline) {
        Optional<String> mac = Placement.hardwareAddress(other);
        if (!other.running() || mac.isEmpty()) {
            return;
        }
        Optional<String> held = Placement.leasedAddress(other, leases);
        if (held.isEmpty()) {
            held = Placement.heldAddress(incus.instances().state(other.name(), deadline), mac.get(), now.subnet());
        }
        if (held.isPresent() && held.get().equals(now.address())) {
            throw twin("address " + now.address(), other.name(), deadline);
        }
    }

    private void requireOwnLease(List<Instance> all, List<NetworkLease> leases, String address) {
        for (Instance instance : all) {
            if (instance.name().equals(name)) {
                String leased = Placement.leasedAddress(instance, leases).orElse("none");
                if (!leased.equals(address)) {
                    throw new BoxFailure.Failed(
                            "checking the address of box '" + name + "'",
                            "its kernel holds " + address + ", and the network leased it " + leased,
                            "box rm " + name + " --force, then box doctor");
                }
            }
        }
    }

    private BoxFailure.Failed twin(String what, String other, Deadline deadline) {
        incus.instances().stop(name, StopMode.FORCE, deadline).await(deadline);
        return new BoxFailure.Failed(
                "checking that box '" + name + "' is nobody else",
                "box '" + other + "' has the same " + what + "; '" + name + "' was stopped",
                "box rm " + name + " --force; if it comes back, the image carries a machine-id: box image build");
    }

    private static boolean isMachineId(String text) {
        if (text.length() != MACHINE_ID_LENGTH) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (Character.digit(text.charAt(i), 16) < 0) {
                return false;
            }
        }
        return true;
    }
}
