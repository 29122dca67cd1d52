package dev.box.cli.verb;

import dev.box.cli.command.Arguments;
import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.terminal.Columns;
import dev.box.cli.terminal.Consent;
import dev.box.cli.terminal.Paragraph;
import dev.box.core.failure.BoxFailure;
import dev.box.drill.Drill;
import dev.box.drill.DrillOptions;
import dev.box.drill.report.DrillReport;
import dev.box.incus.Incus;
import dev.box.lab.world.Surroundings;

/** {@code box drill}. */
public final class DrillVerb implements Handler {

    @Override
    public int run(Invocation call) {
        Arguments arguments = call.arguments();
        if (arguments.has("list")) {
            boolean shown = call.terminal().outIsTerminal();
            call.terminal()
                    .out(DrillList.text(shown ? Columns.of(call.settings()).count() : Paragraph.ENDLESS));
            return ExitStatus.DONE;
        }
        DrillRecords records = new DrillRecords(call);
        if (arguments.has("history")) {
            records.show(arguments.value("format", "text").equals("json"));
            return ExitStatus.DONE;
        }
        records.requireBaseline();
        DrillFormats formats = DrillFormats.read(arguments, Columns.of(call.settings()));
        DrillOptions options = DrillChoice.options(arguments);
        boolean lab = arguments.has("lab") || options.mutate() && !arguments.has("host");
        if (lab == arguments.has("host")) {
            throw new BoxFailure.Refused(
                    "choosing where to drill",
                    lab ? "--lab and --host exclude each other" : "say where: --lab or --host",
                    "for a first look, which touches nothing of this machine: box drill --lab");
        }
        if (arguments.has("dry-run")) {
            call.terminal().out(DrillChoice.plan(options, lab || Drill.inLab()));
            return ExitStatus.DONE;
        }
        if (lab) {
            return new LabDrill(call, formats, records).run();
        }
        if (!arguments.has("yes")) {
            new Consent(call.terminal())
                    .demand(
                            "drilling this host",
                            "make " + options.boxes() + " boxes on this host and measure with them?",
                            "--yes");
        }
        return onThisHost(call, options, formats, records);
    }

    private static int onThisHost(Invocation call, DrillOptions options, DrillFormats formats, DrillRecords records) {
        Surroundings around = Surroundings.ofThisMachine()
                .orElseThrow(() -> new BoxFailure.Unjudged(
                        "reading what is around this host",
                        "there is no " + Surroundings.FILE + ", so no public host to measure against is known",
                        "for a world where it is known: box drill --lab"));
        DrillReport report;
        try (Incus incus = Daemon.connect(call.settings());
                DrillProgress progress = new DrillProgress(call.progress(), call.deadline(Limits.BUILD))) {
            Drill drill = new Drill(incus, call.settings(), around, Version.read());
            DrillChoice.launcher().ifPresent(drill::product);
            report = drill.run(options, progress, call.deadline(Limits.BUILD));
        }
        records.add(report, "host");
        formats.print(records.compared(report), call.terminal());
        return report.exitStatus();
    }
}
