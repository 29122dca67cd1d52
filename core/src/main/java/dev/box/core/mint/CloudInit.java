package dev.box.core.mint;

import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.ExecRequest;
import dev.box.incus.ExecResult;
import dev.box.incus.Incus;
import io.avaje.json.JsonException;
import io.avaje.jsonb.Jsonb;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Waits for cloud-init in a guest and judges how it ended, by its own status and in its own words. */
final class CloudInit {

    /** cloud-init's exit status for "done, with recoverable errors". */
    private static final int RECOVERABLE = 2;

    private static final int MOST_LINES = 20;
    private static final int LONGEST_LINE = 400;

    private final Incus incus;
    private final String name;

    CloudInit(Incus incus, String name) {
        this.incus = incus;
        this.name = name;
    }

    /** Throws {@link BoxFailure.Failed} with the guest's own errors; recoverable ones are told to {@code progress} as warnings. */
    void await(Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step("waiting for cloud-init", deadline)) {
            ExecResult result = incus.instances()
                    .exec(name, ExecRequest.of("cloud-init", "status", "--wait", "--format=json"), deadline);
            switch (result.exitStatus()) {
                case 0 -> step.done("");
                case RECOVERABLE -> {
                    step.done("with recoverable errors");
                    words(result, "recoverable_errors").forEach(line -> progress.warn("cloud-init: " + line));
                }
                default -> {
                    step.failed("exit status " + result.exitStatus());
                    throw failed(result);
                }
            }
        }
    }

    private BoxFailure.Failed failed(ExecResult result) {
        List<String> words = words(result, "errors");
        return new BoxFailure.Failed(
                "waiting for cloud-init in box '" + name + "'",
                words.isEmpty() ? "it ended with exit status " + result.exitStatus() : String.join("\n", words),
                "look around with 'box shell " + name + "' (/var/log/cloud-init-output.log), then 'box rm " + name
                        + " --force'");
    }

    /** The guest's errors under {@code key}, or whatever it said if that is not the JSON that was asked for. */
    private static List<String> words(ExecResult result, String key) {
        List<String> lines = new ArrayList<>();
        try {
            Object status = Jsonb.builder().build().type(Object.class).fromJson(result.stdout());
            if (status instanceof Map<?, ?> map) {
                flatten(map.get(key), lines);
            }
        } catch (JsonException e) {
            addLines(result.stderr() + "\n" + result.stdout(), lines);
        }
        return lines;
    }

    private static void flatten(@Nullable Object value, List<String> lines) {
        switch (value) {
            case Map<?, ?> map -> map.values().forEach(inner -> flatten(inner, lines));
            case List<?> list -> list.forEach(inner -> flatten(inner, lines));
            case null -> {}
            default -> addLines(value.toString(), lines);
        }
    }

    private static void addLines(String text, List<String> lines) {
        for (String line : Untrusted.lines(text).split("\n", -1)) {
            if (!line.isBlank() && lines.size() < MOST_LINES) {
                lines.add(line.length() > LONGEST_LINE ? line.substring(0, LONGEST_LINE) + "…" : line);
            }
        }
    }
}
