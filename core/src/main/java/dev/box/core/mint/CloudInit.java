package dev.box.core.mint;

import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.ExecRequest;
import dev.box.incus.ExecResult;
import dev.box.incus.Incus;
import dev.box.incus.JsonBinding;
import io.avaje.json.JsonException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Waits for cloud-init in a guest and judges how it ended, by its own status and in its own words. While a guest boots,
 * each start of its Python costs the boot itself several hundred milliseconds, so a shell waits for the result file and a
 * record without any error is believed; whatever else it is, {@code cloud-init status} is asked to judge.
 */
final class CloudInit {

    /** cloud-init's exit status for "done, with recoverable errors". */
    private static final int RECOVERABLE = 2;

    private static final int MOST_LINES = 20;
    private static final int LONGEST_LINE = 400;

    /** Ends when the result is there, or when a unit of cloud-init failed and there will be none. */
    private static final String WATCH = """
            n=0
            until [ -e /run/cloud-init/result.json ]; do
                n=$((n + 1))
                [ $((n % 20)) -eq 0 ] && systemctl is-failed --quiet 'cloud-*' && exit 1
                sleep 0.05
            done
            cat /run/cloud-init/status.json
            """;

    private final Incus incus;
    private final String name;

    CloudInit(Incus incus, String name) {
        this.incus = incus;
        this.name = name;
    }

    /**
     * Whether this user-data asks for something at every boot, so that cloud-init must go on in a copy. What is not plain
     * cloud-config (an archive, an include, a template) is taken to ask for it.
     */
    static boolean worksAtEachBoot(String userData) {
        return !userData.isBlank() && !userData.startsWith("#cloud-config")
                || userData.contains("bootcmd")
                || userData.contains("always")
                || userData.contains("per-boot");
    }

    /** Throws {@link BoxFailure.Failed} with the guest's own errors; recoverable ones are told to {@code progress} as warnings. */
    void await(Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step("waiting for cloud-init", deadline)) {
            ExecResult record = incus.instances().exec(name, ExecRequest.of("sh", "-c", WATCH), deadline);
            if (record.ok() && isClean(record.stdout())) {
                step.done("");
            } else {
                judge(step, progress, deadline);
            }
        }
    }

    private void judge(Progress.Step step, Progress progress, Deadline deadline) {
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

    /** Whether a {@code status.json} records stages and not one error of any kind in them. */
    static boolean isClean(String statusJson) {
        if (!(tree(statusJson) instanceof Map<?, ?> root) || !(root.get("v1") instanceof Map<?, ?> stages)) {
            return false;
        }
        int ended = 0;
        for (Object value : stages.values()) {
            if (value instanceof Map<?, ?> stage && stage.containsKey("errors")) {
                List<String> errors = new ArrayList<>();
                flatten(stage.get("errors"), errors);
                flatten(stage.get("recoverable_errors"), errors);
                if (!errors.isEmpty() || !(stage.get("finished") instanceof Number)) {
                    return false;
                }
                ended++;
            }
        }
        return ended > 0;
    }

    private static @Nullable Object tree(String json) {
        try {
            return JsonBinding.TREE.fromJson(json);
        } catch (JsonException e) {
            return null;
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
        if (tree(result.stdout()) instanceof Map<?, ?> status) {
            flatten(status.get(key), lines);
        } else {
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
