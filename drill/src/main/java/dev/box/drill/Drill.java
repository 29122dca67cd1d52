package dev.box.drill;

import dev.box.core.failure.BoxFailure;
import dev.box.core.settings.Settings;
import dev.box.drill.contract.Contract;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.mutation.MutationRun;
import dev.box.drill.probe.Guest;
import dev.box.drill.probe.IncusGuest;
import dev.box.drill.report.DrillListener;
import dev.box.drill.report.DrillReport;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.lab.world.Surroundings;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * One run on this host: mints boxes of its own, measures, removes exactly what it made. It needs root, for the counters
 * and for the raw sockets.
 */
public final class Drill {

    private static final Duration HEARTBEAT = Duration.ofSeconds(5);

    private final Incus incus;
    private final Settings settings;
    private final Surroundings around;
    private final String version;
    private BiFunction<Incus, String, Guest> guests = IncusGuest::new;
    private @Nullable Path product;

    /** {@code version} is box's own, for the stamp of the boxes that it mints. */
    public Drill(Incus incus, Settings settings, Surroundings around, String version) {
        this.incus = incus;
        this.settings = settings;
        this.around = around;
        this.version = version;
    }

    /** Whether this machine is a host of the lab: what is disturbed here is nobody's. */
    public static boolean inLab() {
        return LabMark.inLab();
    }

    /** For tests: another way into the boxes. */
    Drill guests(BiFunction<Incus, String, Guest> way) {
        guests = way;
        return this;
    }

    /** The launcher of box, for the phase that tries its verbs; without one that phase has nothing to try. */
    public Drill product(Path launcher) {
        product = launcher;
        return this;
    }

    Incus incus() {
        return incus;
    }

    Settings settings() {
        return settings;
    }

    Surroundings around() {
        return around;
    }

    String version() {
        return version;
    }

    @Nullable
    Path product() {
        return product;
    }

    BiFunction<Incus, String, Guest> guests() {
        return guests;
    }

    /**
     * Runs it.
     *
     * <p>What cannot be set up (no box can be minted, no prober runs, no counter loads) is a red control in the report,
     * and the report says that nothing was judged.
     *
     * <p>What it made and could not remove makes the report a broken one.
     *
     * @throws BoxFailure.Refused if a cell is named that there is not
     */
    public DrillReport run(DrillOptions options, DrillListener listener, Deadline deadline) {
        requireKnown(options.cells());
        requireMutable(options);
        requireAllowed(options);
        DrillListener loud = new SerialListener(listener);
        Instant started = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        String runId = HexFormat.of().formatHex(random());
        Cleanup cleanup = new Cleanup();
        DrillReport report;
        try (Heartbeat heartbeat = Heartbeat.start(loud, HEARTBEAT);
                cleanup) {
            report = new DrillRun(this, options, heartbeat, cleanup, runId, started).all(deadline);
        }
        List<String> survivors = cleanup.failures();
        survivors.forEach(loud::note);
        return survivors.isEmpty() ? report : report.leftBehind(survivors);
    }

    /** A name that no row of the contract begins with is a typing error; that there is such a box is checked later. */
    private static void requireKnown(List<String> cells) {
        for (String name : cells) {
            if (Contract.rows().stream().noneMatch(row -> row.isNamedBy(name))) {
                throw unknownCell(name, "");
            }
        }
    }

    static BoxFailure.Refused unknownCell(String name, String where) {
        return new BoxFailure.Refused(
                "choosing what to measure", "there is no cell '" + name + "'" + where, "box drill --list");
    }

    private static void requireAllowed(DrillOptions options) {
        boolean lab = LabMark.inLab();
        for (PhaseId phase : options.chosen(lab)) {
            if (phase.labOnly() && !lab) {
                throw new BoxFailure.Refused(
                        "choosing what to drill",
                        "phase " + phase + " (" + phase.word() + ") disturbs the whole host, and this machine is no lab"
                                + " host; nothing changed",
                        "sudo box drill --lab --phases " + phase.word());
            }
        }
    }

    private static void requireMutable(DrillOptions options) {
        List<String> unknown = MutationRun.unknown(options.mutations());
        if (!unknown.isEmpty()) {
            throw new BoxFailure.Refused(
                    "choosing what to break", "there is no mutation '" + unknown.getFirst() + "'", "box drill --list");
        }
        if (options.mutate() && !options.cells().isEmpty()) {
            throw new BoxFailure.Refused(
                    "choosing what to break",
                    "a mutation says itself which cells must show it, so --cell and --mutate exclude each other",
                    "box drill --lab --mutate");
        }
        if (options.mutate() && !LabMark.inLab()) {
            throw new BoxFailure.Refused(
                    "drilling the drill",
                    "it breaks every layer of the host in turn, and this machine is no lab host; nothing changed",
                    "sudo box drill --lab --mutate");
        }
    }

    private static byte[] random() {
        byte[] bytes = new byte[2];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }

    static String message(RuntimeException e) {
        String advice = switch (e) {
            case BoxFailure failure -> failure.advice();
            case IncusException failure -> failure.advice();
            default -> "";
        };
        return e.getMessage() + (advice.isEmpty() ? "" : "; next: " + advice);
    }
}
