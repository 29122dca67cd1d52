package dev.box.drill.mutation;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Machine;
import dev.box.drill.json.DrillJson;
import dev.box.incus.Deadline;
import io.avaje.json.JsonException;
import io.avaje.jsonb.Json;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a run will have to undo, on disk before it is done: a run that is killed outright leaves this file, and the next
 * one undoes from it. One run at a time writes it.
 */
public final class Journal {

    /** Not under /run: what a mutation changes in the daemon's database survives a reboot, so its way back must too. */
    public static final Path FILE = Path.of("/var/lib/box/drill.json");

    private static final String SCHEMA = "box.drill-journal/1";

    private final Machine machine;
    private final String runId;
    private final List<Entry> entries = new ArrayList<>();

    private Journal(Machine machine, String runId) {
        this.machine = machine;
        this.runId = runId;
    }

    /**
     * The file.
     *
     * @param pid of the run that wrote it
     * @param processStart when that process began, so that another of the same number is not taken for it
     */
    @Json
    public record Page(String schema, String runId, long pid, String processStart, List<Entry> entries) {

        /** Whether the run that wrote it still runs. */
        boolean alive() {
            return ProcessHandle.of(pid)
                    .map(Journal::start)
                    .filter(processStart::equals)
                    .isPresent();
        }
    }

    /**
     * One thing to undo.
     *
     * @param box name of a box to remove; empty if it is a mutation
     * @param mutation its id; empty if it is a box
     * @param what in words
     * @param boxes of the drill, in which a mutation may have changed something
     * @param saved what the mutation needs to be undone
     */
    @Json
    public record Entry(String box, String mutation, String what, List<String> boxes, Map<String, String> saved) {}

    /** What an earlier run left. Throws {@link BoxFailure.Refused} if that run still runs, Unjudged if it is unreadable. */
    public static Optional<Page> left(Machine machine, Deadline deadline) {
        Optional<String> text = machine.read(FILE, deadline);
        if (text.isEmpty()) {
            return Optional.empty();
        }
        Page page;
        try {
            page = DrillJson.type(Page.class).fromJson(text.get());
        } catch (JsonException e) {
            throw unreadable(String.valueOf(e.getMessage()));
        }
        if (!SCHEMA.equals(page.schema())) {
            throw unreadable("its schema is '" + page.schema() + "', this box reads " + SCHEMA);
        }
        if (page.alive()) {
            throw new BoxFailure.Refused(
                    "starting a drill",
                    "drill " + page.runId() + " is at work on this host (process " + page.pid() + ")",
                    "let it end, or end it: kill " + page.pid());
        }
        return Optional.of(page);
    }

    private static BoxFailure.Unjudged unreadable(String why) {
        return new BoxFailure.Unjudged(
                "reading what an earlier drill left to undo (" + FILE + ")",
                why,
                "put the stack back with 'sudo box setup-host', then remove the file");
    }

    /** An empty one for a run that begins; whatever an earlier run left must have been undone. */
    public static Journal begin(Machine machine, String runId) {
        return new Journal(machine, runId);
    }

    public synchronized void armBox(String name, Deadline deadline) {
        entries.add(new Entry(name, "", "box " + name, List.of(), Map.of()));
        write(deadline);
    }

    public synchronized void boxIsGone(String name, Deadline deadline) {
        entries.removeIf(entry -> entry.box().equals(name));
        write(deadline);
    }

    synchronized void arm(
            String mutation, String what, List<String> boxes, Map<String, String> saved, Deadline deadline) {
        entries.add(new Entry("", mutation, what, boxes, saved));
        write(deadline);
    }

    synchronized void undone(String mutation, Deadline deadline) {
        entries.removeIf(entry -> entry.mutation().equals(mutation));
        write(deadline);
    }

    private void write(Deadline deadline) {
        if (entries.isEmpty()) {
            machine.delete(FILE, deadline);
            return;
        }
        ProcessHandle self = ProcessHandle.current();
        Page page = new Page(SCHEMA, runId, self.pid(), start(self), List.copyOf(entries));
        machine.write(FILE, DrillJson.type(Page.class).toJson(page) + "\n", deadline);
    }

    private static String start(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toString).orElse("");
    }
}
