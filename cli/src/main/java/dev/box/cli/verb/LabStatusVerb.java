package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.report.Document;
import dev.box.cli.report.LabStatusReport;
import dev.box.cli.terminal.Durations;
import dev.box.cli.terminal.Facts;
import dev.box.lab.LabStatus;
import java.util.Locale;

/** {@code box lab status}. */
public final class LabStatusVerb implements Handler {

    @Override
    public int run(Invocation call) {
        LabStatus status = Labs.of(call).status();
        if (call.json()) {
            call.terminal().rendered(Document.of(LabStatusReport.of(status), LabStatusReport.class));
        } else {
            call.terminal().out(words(status));
        }
        return ExitStatus.DONE;
    }

    static String words(LabStatus status) {
        boolean up = status.state() == LabStatus.State.UP;
        Facts facts = new Facts()
                .add(
                        "lab",
                        status.name() + ": " + status.state().name().toLowerCase(Locale.ROOT)
                                + (up ? " for " + Durations.age(status.uptime()) : ""))
                .add("state in", status.directory().toString());
        for (LabStatus.Host host : status.hosts()) {
            facts.add("host", host.name() + "  " + host.address() + "  " + (host.running() ? "running" : "stopped"));
        }
        for (String leftover : status.leftovers()) {
            facts.add("left over", leftover);
        }
        return facts.add("cache", String.join(" ", status.cache())).toString();
    }
}
