package dev.box.cli.verb;

import dev.box.cli.command.Arguments;
import dev.box.cli.command.Invocation;
import dev.box.cli.terminal.Durations;
import dev.box.core.image.ImageBuilder;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.lab.Lab;
import dev.box.lab.LabHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code box drill --lab}: the lab is a disposable host, and what runs in it is box itself, as a user would run it there.
 * The lab stays up, because the second look is then a quick one.
 */
final class LabDrill {

    private static final String REPORTS = "/root/drill-report";
    /** Where a lab host finds the guest image that the lab has built. */
    private static final String IMAGES = "/srv/img/";

    private final Invocation call;
    private final DrillFormats formats;
    private final Deadline deadline;
    private final StringBuilder times = new StringBuilder();

    LabDrill(Invocation call, DrillFormats formats) {
        this.call = call;
        this.formats = formats;
        this.deadline = call.deadline(Limits.BUILD);
    }

    /** Returns the exit status of the drill in the lab. */
    int run() {
        Lab lab = Labs.of(call);
        Progress progress = call.progress();
        long start = System.nanoTime();
        lab.up(Labs.options(call), progress, deadline);
        LabHost host = lab.host(Labs.FIRST);
        start = took("lab up", start);
        inHost(host, progress, "setting up " + host.name(), "box", "setup-host");
        start = took("setup-host", start);
        String metadata = IMAGES + ImageBuilder.METADATA;
        inHost(
                host,
                progress,
                "importing the guest image",
                "box",
                "image",
                "import",
                metadata,
                IMAGES + ImageBuilder.ROOTFS);
        start = took("image", start);
        call.terminal().flush();
        int status = Subprocess.of(host.command(drill()))
                .inheritStreams()
                .run(deadline)
                .exitStatus();
        took("drill", start);
        report(host, lab.status().directory().resolve("drill-report").toString());
        say(lab);
        return status;
    }

    private void inHost(LabHost host, Progress progress, String what, String... command) {
        try (Progress.Step step = progress.step(what, deadline)) {
            Subprocess.of(host.command(List.of(command)))
                    .onLine(line -> step.update(Untrusted.line(line.strip())))
                    .orFail(what, "look at it: box lab exec -- " + String.join(" ", command), deadline);
            step.done("");
        }
    }

    /** Brings the reports out of the host, to where they were asked for or else beside the lab's state. */
    private void report(LabHost host, String usual) {
        DrillFormats out = formats.directory().isEmpty() ? formats.into(usual) : formats;
        for (String file : List.of(DrillFormats.TEXT_FILE, DrillFormats.JSON_FILE)) {
            Subprocess.Result found = host.run(deadline, "cat", REPORTS + "/" + file);
            if (found.ok()) {
                out.write(file, found.stdout());
            }
        }
        call.terminal().err("reports: " + out.directory());
    }

    private void say(Lab lab) {
        String name = call.arguments().has("name") ? " --name " + lab.name() : "";
        call.terminal().err("took: " + times);
        call.terminal().err("the lab stays up for the next look:  box lab exec" + name + " -- box list");
        call.terminal().err("end it:  box lab down" + name);
    }

    private List<String> drill() {
        Arguments asked = call.arguments();
        List<String> command = new ArrayList<>(List.of("box", "drill", "--host", "--yes", "--report", REPORTS));
        command.add("--format=" + formats.written());
        for (String option : List.of("boxes", "timeout")) {
            if (asked.has(option)) {
                command.add("--" + option + "=" + asked.value(option, ""));
            }
        }
        for (String cell : asked.values("cell")) {
            command.add("--cell=" + cell);
        }
        for (String mutation : asked.values("mutation")) {
            command.add("--mutation=" + mutation);
        }
        for (String flag : List.of("keep", "dry-run", "quiet", "mutate")) {
            if (asked.has(flag)) {
                command.add("--" + flag);
            }
        }
        return command;
    }

    private long took(String part, long start) {
        long now = System.nanoTime();
        times.append(times.isEmpty() ? "" : ", ")
                .append(part)
                .append(' ')
                .append(Durations.seconds(Duration.ofNanos(now - start)));
        return now;
    }
}
