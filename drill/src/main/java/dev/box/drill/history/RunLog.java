package dev.box.drill.history;

import dev.box.core.failure.BoxFailure;
import dev.box.core.settings.Setting;
import dev.box.core.settings.Settings;
import dev.box.drill.json.DrillJson;
import io.avaje.jsonb.JsonType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Every run of this machine, one JSON object a line, oldest first. Only ever appended to. */
public final class RunLog {

    private static final String FILE = "drill-runs.jsonl";
    private static final JsonType<RunRecord> RECORD = DrillJson.type(RunRecord.class);

    private final Path file;

    RunLog(Path file) {
        this.file = file;
    }

    public static RunLog of(Settings settings) {
        return new RunLog(Path.of(settings.get(Setting.BOX_STATE_DIR), FILE));
    }

    public Path file() {
        return file;
    }

    /**
     * What is in it.
     *
     * @param unreadable lines that are no record, such as one that a crash cut short
     */
    public record Runs(List<RunRecord> records, int unreadable) {}

    /** Appends one line, in one write, so that two runs at once do not mix. Throws {@link BoxFailure.Failed} if it cannot. */
    public void append(RunRecord run) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            String line = (endsOpen() ? "\n" : "") + RECORD.toJson(run) + "\n";
            try (FileChannel out = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
                ByteBuffer bytes = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    out.write(bytes);
                }
            }
        } catch (IOException e) {
            throw new BoxFailure.Failed(
                    "adding this run to " + file, e.toString(), "BOX_STATE_DIR names another directory", e);
        }
    }

    /** Whether the last line lacks its end: then it was cut short, and must not swallow the next. */
    private boolean endsOpen() throws IOException {
        if (!Files.exists(file) || Files.size(file) == 0) {
            return false;
        }
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            in.read(last, in.size() - 1);
            return last.get(0) != '\n';
        }
    }

    /** All of it, oldest first; empty if there is no log yet. */
    public Runs read() {
        if (!Files.exists(file)) {
            return new Runs(List.of(), 0);
        }
        List<RunRecord> records = new ArrayList<>();
        int unreadable = 0;
        for (String line : lines()) {
            try {
                records.add(RECORD.fromJson(line));
            } catch (RuntimeException torn) {
                unreadable++;
            }
        }
        return new Runs(records, unreadable);
    }

    private List<String> lines() {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> !line.isBlank())
                    .toList();
        } catch (IOException e) {
            throw new BoxFailure.Failed("reading the run log " + file, e.toString(), "look at it: less " + file, e);
        }
    }

    /** One record as its line in the log. */
    public static String json(RunRecord run) {
        return RECORD.toJson(run);
    }
}
