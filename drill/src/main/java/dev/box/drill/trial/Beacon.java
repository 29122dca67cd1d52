package dev.box.drill.trial;

import dev.box.core.failure.BoxFailure;
import dev.box.core.wait.Poll;
import dev.box.drill.count.CounterRule;
import dev.box.drill.count.Counters;
import dev.box.drill.count.Point;
import dev.box.drill.phase.PhaseContext;
import dev.box.drill.plan.LiveTarget;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.Subject;
import dev.box.incus.Deadline;
import dev.box.incus.ExecRequest;
import dev.box.incus.ExecResult;
import dev.box.incus.FileMode;
import dev.box.incus.InstanceFiles;
import dev.box.incus.JsonBinding;
import io.avaje.jsonb.Json;
import io.avaje.jsonb.Jsonb;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A box that sends, fifty times a second, what must not arrive anywhere, and one frame that may: while something is done to
 * the host there is no moment at which nobody tries. The sender is a unit of the guest's own systemd, with a time limit: no
 * command of the drill's is left running in the box, and it goes on while the daemon is away.
 */
final class Beacon {

    private static final String UNIT = "box-drill-beacon";
    private static final String DIRECTORY = "/var/lib/box-drill";
    private static final String SCRIPT = DIRECTORY + "/beacon.py";
    private static final String JOB = DIRECTORY + "/beacon.json";
    private static final String UNIT_FILE = "/etc/systemd/system/" + UNIT + ".service";
    private static final String WANTS = "/etc/systemd/system/sysinit.target.wants";
    private static final Jsonb JSONB = JsonBinding.of("dev.box.drill.trial.TrialJsonComponent");
    private static final String EVERYONE = "ff:ff:ff:ff:ff:ff";

    /** Starts with the first of all units, before the guest's own network is set up. */
    private static final String SERVICE = """
            [Unit]
            Description=box drill's beacon
            DefaultDependencies=no
            After=local-fs.target

            [Service]
            ExecStart=/usr/bin/python3 -I %s %s
            RuntimeMaxSec=90
            """.formatted(SCRIPT, JOB);

    private static final String ALLOWED = "allowed";

    private final PhaseContext context;
    private final Subject box;
    private final List<Subject> siblings;
    private final Map<String, CounterRule> counters = new LinkedHashMap<>();
    private final List<Frame> frames = new ArrayList<>();

    /** @param siblings those at whose ports it is counted: not one that gets a new port meanwhile */
    Beacon(PhaseContext context, Subject box, List<Subject> siblings) {
        this.context = context;
        this.box = box;
        this.siblings = siblings;
        plan();
    }

    /** What goes to the guest. */
    @Json
    record Job(String mac, String address, List<Frame> targets) {}

    /** One frame: UDP, by whose source port it is known. */
    @Json
    record Frame(String mac, String address, int sport, int port) {}

    private void plan() {
        Situation situation = context.situation();
        for (Subject sibling : siblings) {
            add("sibling " + sibling.label(), sibling.mac(), sibling.address(), 9, new Point.ToBox(sibling), "");
        }
        int broadcast = context.tokens().take();
        frames.add(new Frame(EVERYONE, "255.255.255.255", broadcast, 9));
        for (Subject sibling : siblings) {
            String key = "broadcast at " + sibling.label();
            counters.put(key, new CounterRule(new Point.ToBox(sibling), "udp sport " + broadcast, key));
        }
        add(
                "the host's own port",
                situation.bridgeMac(),
                situation.gateway(),
                situation.servedPort(),
                new Point.HostInput(),
                "iifname != \"lo\" ");
        if (!situation.targets().isEmpty()) {
            LiveTarget target = situation.targets().getFirst();
            add(
                    "private space",
                    situation.bridgeMac(),
                    target.address(),
                    target.udpPort(),
                    new Point.Uplink(),
                    "ip daddr " + target.address() + " ");
        }
        add(
                ALLOWED,
                situation.bridgeMac(),
                situation.publicHost().address(),
                situation.publicHost().udpPort(),
                new Point.FromBridge(situation.bridge()),
                "");
    }

    private void add(String key, String mac, String address, int port, Point end, String match) {
        int token = context.tokens().take();
        frames.add(new Frame(mac, address, token, port));
        counters.put(key, new CounterRule(end, match + "udp sport " + token, key));
    }

    /** Into a box that is down, to begin with its next boot. */
    void install(Deadline deadline) {
        InstanceFiles files = context.incus().instances().files(box.name());
        if (!files.exists(DIRECTORY, deadline)) {
            files.mkdir(DIRECTORY, FileMode.root(0755), deadline);
        }
        files.write(SCRIPT, bytes(script()), FileMode.root(0700), deadline);
        files.write(JOB, bytes(job()), FileMode.root(0600), deadline);
        files.write(UNIT_FILE, bytes(SERVICE), FileMode.root(0644), deadline);
        if (!files.exists(WANTS, deadline)) {
            files.mkdir(WANTS, FileMode.root(0755), deadline);
        }
        files.symlink(WANTS + "/" + UNIT + ".service", UNIT_FILE, deadline);
    }

    private String job() {
        return JSONB.type(Job.class).toJson(new Job(box.mac(), box.address(), frames));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** In a box that runs: by one command, where each file would be a request. */
    void start(Deadline deadline) {
        String line = "mkdir -p " + DIRECTORY + " && printf %s \"$1\" >" + SCRIPT + " && printf %s \"$2\" >" + JOB
                + " && printf %s \"$3\" >" + UNIT_FILE + " && systemctl daemon-reload && systemctl restart " + UNIT;
        run(line, deadline, script(), job(), SERVICE);
    }

    /** Ends it and takes it out of the box. */
    void stop(Deadline deadline) {
        run(
                "systemctl stop " + UNIT + "; rm -f " + UNIT_FILE + " " + WANTS + "/" + UNIT + ".service; rm -rf "
                        + DIRECTORY + "; systemctl daemon-reload",
                deadline);
    }

    private void run(String line, Deadline deadline, String... words) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", line, "sh"));
        command.addAll(List.of(words));
        ExecResult result = context.incus()
                .instances()
                .exec(box.name(), ExecRequest.of(command), deadline.within(Duration.ofSeconds(20)));
        if (result.exitStatus() != 0) {
            throw new BoxFailure.Unjudged(
                    "running '" + line + "' in " + box.name(), result.stderr().strip(), "box info " + box.name());
        }
    }

    Counters arm(Deadline deadline) {
        return Counters.arm(List.copyOf(counters.values()), context.situation().uplinks(), deadline);
    }

    /** Waits until so many frames of it have been seen on the bridge since the counters were armed. */
    boolean awaitFrames(Counters armed, long atLeast, Deadline deadline) {
        return Poll.until(
                        "waiting for the beacon's frames",
                        deadline,
                        () -> armed.read(deadline).getOrDefault(ALLOWED, 0L) >= atLeast
                                ? Optional.of(true)
                                : Optional.empty())
                .isPresent();
    }

    /**
     * What was counted.
     *
     * @param left frames of it that were seen on the bridge
     * @param leaks what arrived where nothing may, by place
     */
    record Seen(long left, Map<String, Long> leaks) {

        String words() {
            return left + " times its frames were seen on the bridge; arrived where nothing may: "
                    + (leaks.isEmpty() ? "none" : leaks);
        }
    }

    Seen read(Counters armed, Deadline deadline) {
        Map<String, Long> counts = armed.read(deadline);
        Map<String, Long> leaks = new LinkedHashMap<>();
        counters.keySet().forEach(key -> {
            long count = counts.getOrDefault(key, 0L);
            if (!key.equals(ALLOWED) && count > 0) {
                leaks.put(key, count);
            }
        });
        return new Seen(counts.getOrDefault(ALLOWED, 0L), leaks);
    }

    private static String script() {
        try (InputStream in = Beacon.class.getResourceAsStream("beacon.py")) {
            if (in == null) {
                throw new IllegalStateException("beacon.py is not in this build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
