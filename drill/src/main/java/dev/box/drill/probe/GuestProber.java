package dev.box.drill.probe;

import dev.box.core.failure.BoxFailure;
import dev.box.drill.contract.ProbeKind;
import dev.box.drill.contract.Target;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.Shot;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.Subject;
import dev.box.incus.Deadline;
import dev.box.incus.IncusException;
import dev.box.incus.JsonBinding;
import io.avaje.json.JsonException;
import io.avaje.jsonb.Jsonb;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sends from inside a box: {@code prober.py} runs all probes of a round at once. Script and job come with the command: a
 * file would cost a request to the daemon each.
 */
public final class GuestProber {

    /** How long each probe waits for an answer: the first SYN and two more. */
    public static final Duration PATIENCE = Duration.ofMillis(3200);

    private static final int RUN_SECONDS = 60;

    /** A job for many boxes is longer than the kernel lets one word of a command be (128 KiB). */
    private static final int ONE_WORD = 100_000;

    private static final Jsonb JSONB =
            JsonBinding.of("dev.box.drill.probe.ProbeJsonComponent", "dev.box.drill.jsonb.GeneratedJsonComponent");

    private final Guest guest;
    private final String prefix;
    private final Duration patience;

    /** {@code prefix} is the subnet under test. */
    public GuestProber(Guest guest, String prefix) {
        this(guest, prefix, PATIENCE);
    }

    private GuestProber(Guest guest, String prefix, Duration patience) {
        this.guest = guest;
        this.prefix = prefix;
        this.patience = patience;
    }

    /** The same box, with another time to wait for each answer. */
    public GuestProber patience(Duration wait) {
        return new GuestProber(guest, prefix, wait);
    }

    /**
     * One run's outcome.
     *
     * @param answers by token; those of a run that failed all say so
     * @param failure why the whole run failed; empty if it did not
     * @param raw what the prober printed
     */
    public record Run(GuestFacts facts, Map<Integer, Answer> answers, String failure, String raw) {

        public Answer of(Shot shot) {
            Answer answer = answers.get(shot.token());
            return answer != null
                    ? answer
                    : Answer.crash(failure.isEmpty() ? "the prober said nothing of this probe" : failure);
        }
    }

    /** Reads what the guest is, without probing anything. */
    public Run facts(Deadline deadline) {
        return run(new ProberJob(prefix, false, List.of(), List.of()), deadline);
    }

    public Run run(List<Shot> shots, Situation situation, Deadline deadline) {
        List<ProberJob.Probe> probes = shots.stream().map(this::probe).toList();
        boolean ipv6 = shots.stream().anyMatch(GuestProber::needsIpv6);
        return run(new ProberJob(prefix, ipv6, neighbours(shots, situation), probes), deadline);
    }

    /** What goes into the guest for one shot, as it stands in the job: evidence. */
    public String command(Shot shot) {
        return "prober.py " + JSONB.type(ProberJob.Probe.class).toJson(probe(shot));
    }

    private Run run(ProberJob job, Deadline deadline) {
        try {
            List<String> command = new ArrayList<>(
                    List.of("timeout", "-s", "KILL", String.valueOf(RUN_SECONDS), "python3", "-c", script()));
            String text = JSONB.type(ProberJob.class).toJson(job);
            for (int i = 0; i < text.length(); i += ONE_WORD) {
                command.add(text.substring(i, Math.min(text.length(), i + ONE_WORD)));
            }
            return read(guest.run(command, deadline.within(Duration.ofSeconds(RUN_SECONDS + 5))));
        } catch (IncusException | BoxFailure e) {
            return failed(String.valueOf(e.getMessage()), "");
        }
    }

    private Run read(Guest.Ran ran) {
        if (ran.exitStatus() != 0) {
            String words = ran.stderr().isBlank() ? ran.stdout() : ran.stderr();
            return failed("the prober ended with status " + ran.exitStatus() + ": " + words.strip(), words);
        }
        try {
            ProberReply reply = JSONB.type(ProberReply.class).fromJson(ran.stdout());
            if (!ProberReply.SCHEMA.equals(reply.schema())) {
                return failed("the prober answered in another form: " + reply.schema(), ran.stdout());
            }
            Map<Integer, Answer> answers = new HashMap<>();
            reply.answers().forEach(answer -> answers.put(Integer.valueOf(answer.id()), answer.answer()));
            return new Run(reply.facts(), answers, "", String.join("\n", reply.notes()));
        } catch (JsonException | IllegalArgumentException | NullPointerException e) {
            return failed("the prober's answer is not what it should be: " + e.getMessage(), ran.stdout());
        }
    }

    private Run failed(String why, String raw) {
        return new Run(GuestFacts.none(), Map.of(), "in box " + guest.name() + ": " + why, raw);
    }

    private ProberJob.Probe probe(Shot shot) {
        Cell cell = shot.cell();
        return new ProberJob.Probe(
                String.valueOf(shot.token()),
                cell.spec().kind().wire(),
                cell.address(),
                shot.port(),
                shot.token(),
                patience.toMillis() / 1000.0,
                cell.mac(),
                cell.name(),
                cell.question(),
                isLast(cell.spec().kind()));
    }

    /** What a guest came by is read when all else has been tried; a claim must not draw the others' answers to it. */
    private static boolean isLast(ProbeKind kind) {
        return kind == ProbeKind.IPV6_STATE || kind == ProbeKind.CLAIM;
    }

    private static boolean needsIpv6(Shot shot) {
        return shot.cell().address().contains(":") || shot.cell().spec().kind() == ProbeKind.IPV6_STATE;
    }

    private static List<ProberJob.Neighbour> neighbours(List<Shot> shots, Situation situation) {
        List<ProberJob.Neighbour> entries = new ArrayList<>();
        for (Shot shot : shots) {
            Cell cell = shot.cell();
            Target to = cell.spec().to();
            if (to == Target.SIBLING || to == Target.SIBLING_LINK_LOCAL || to == Target.DOOR_DIRECT) {
                Subject peer = situation.box(cell.peer());
                entries.add(new ProberJob.Neighbour(cell.address(), peer.mac()));
            } else if (to == Target.HOST_LINK_LOCAL) {
                entries.add(new ProberJob.Neighbour(cell.address(), situation.bridgeMac()));
            }
        }
        return entries.stream().distinct().toList();
    }

    private static String script() {
        try (InputStream in = GuestProber.class.getResourceAsStream("prober.py")) {
            if (in == null) {
                throw new IllegalStateException("prober.py is not in this build");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
