package dev.box.cli.verb;

import dev.box.cli.command.Arguments;
import dev.box.cli.command.Invocation;
import dev.box.cli.terminal.Columns;
import dev.box.cli.terminal.Durations;
import dev.box.core.failure.BoxFailure;
import dev.box.core.image.ImageType;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.incus.Deadline;
import dev.box.lab.Lab;
import dev.box.lab.LabHost;
import dev.box.lab.LabOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code box drill --lab}: the lab is a disposable host, and what runs in it is box itself, as a user would run it there.
 * The lab stays up, because the second look is then a quick one.
 */
final class LabDrill {

    /** Where a lab host finds the guest image that the lab has built. */
    private static final String IMAGES = "/srv/img/";

    private final Invocation call;
    private final DrillFormats formats;
    private final DrillRecords records;
    private final StringBuilder times = new StringBuilder();

    LabDrill(Invocation call, DrillFormats formats, DrillRecords records) {
        this.call = call;
        this.formats = formats;
        this.records = records;
    }

    /** Returns the exit status of the drill in the lab. */
    int run() {
        Lab lab = Labs.of(call);
        Progress progress = call.progress();
        long start = System.nanoTime();
        lab.up(LabOptions.standard(), progress, call.deadline(Limits.BUILD));
        LabHost host = lab.host(Labs.FIRST);
        Deadline.stretch(host.patience());
        Deadline deadline = call.deadline(Limits.BUILD);
        LabExchange exchange = new LabExchange(call, lab.option(), formats, records, deadline);
        start = took("lab up", start);
        BoxInLab box = new BoxInLab(host, lab.option(), progress, deadline);
        box.run("setting up " + host.name(), "setup-host");
        start = took("setup-host", start);
        String metadata = IMAGES + ImageType.CONTAINER.metadata();
        box.run("importing the guest image", "image", "import", metadata, IMAGES + ImageType.CONTAINER.root());
        start = took("image", start);
        // else a drill that ends early would be followed by the report of the one before it
        host.run(deadline, "rm", "-rf", LabExchange.REPORTS);
        call.terminal().flush();
        exchange.giveBaseline(host);
        Subprocess.Result drill = host.program(drill()).inheritStreams().run(deadline);
        if (drill.timedOut()) {
            throw new BoxFailure.Unjudged(
                    "drilling in " + host.name(), drill.complaint(), "give it longer: --timeout <seconds>");
        }
        took("drill", start);
        exchange.takeReports(
                host,
                lab.name(),
                lab.status().directory().resolve("drill-report").toString());
        say(lab.option());
        return drill.exitStatus();
    }

    private void say(String name) {
        call.terminal().err("took: " + times);
        call.terminal().err("the lab stays up for the next look:  box lab exec" + name + " -- box list");
        call.terminal().err("end it:  box lab down" + name);
    }

    private List<String> drill() {
        Arguments asked = call.arguments();
        List<String> command = new ArrayList<>(List.of(
                "env",
                new Columns(formats.columns()).variable(),
                "box",
                "drill",
                "--host",
                "--yes",
                "--report",
                LabExchange.REPORTS));
        command.add("--format=" + formats.written());
        for (String option : List.of("boxes", "phases", "timeout")) {
            if (asked.has(option)) {
                command.add("--" + option + "=" + asked.value(option, ""));
            }
        }
        if (asked.has("baseline")) {
            command.add("--baseline=" + LabExchange.BASELINE);
        }
        for (String cell : asked.values("cell")) {
            command.add("--cell=" + cell);
        }
        for (String mutation : asked.values("mutation")) {
            command.add("--mutation=" + mutation);
        }
        for (String flag : List.of("keep", "quiet", "verbose", "mutate")) {
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
