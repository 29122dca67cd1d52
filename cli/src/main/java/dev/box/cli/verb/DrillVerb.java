package dev.box.cli.verb;

import dev.box.cli.command.Arguments;
import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.terminal.Columns;
import dev.box.cli.terminal.Consent;
import dev.box.cli.terminal.Table;
import dev.box.core.failure.BoxFailure;
import dev.box.drill.Drill;
import dev.box.drill.DrillOptions;
import dev.box.drill.contract.Contract;
import dev.box.drill.contract.ProbeSpec;
import dev.box.drill.mutation.MutationRun;
import dev.box.drill.report.DrillReport;
import dev.box.incus.Incus;
import dev.box.lab.world.Surroundings;
import java.util.List;
import java.util.Locale;

/** {@code box drill}. */
public final class DrillVerb implements Handler {

    private static final int MOST_BOXES = 10;

    @Override
    public int run(Invocation call) {
        Arguments arguments = call.arguments();
        if (arguments.has("list")) {
            call.terminal().out(list());
            return ExitStatus.DONE;
        }
        DrillRecords records = new DrillRecords(call);
        if (arguments.has("history")) {
            records.show(arguments.value("format", "text").equals("json"));
            return ExitStatus.DONE;
        }
        records.requireBaseline();
        DrillFormats formats = DrillFormats.read(arguments, Columns.of(call.settings()));
        DrillOptions options = options(arguments);
        boolean lab = arguments.has("lab") || options.mutate() && !arguments.has("host");
        if (lab == arguments.has("host")) {
            throw new BoxFailure.Refused(
                    "choosing where to drill",
                    lab ? "--lab and --host exclude each other" : "say where: --lab or --host",
                    "for a first look, which touches nothing of this machine: box drill --lab");
        }
        if (lab) {
            return new LabDrill(call, formats, records).run();
        }
        if (arguments.has("dry-run")) {
            call.terminal()
                    .out("would make " + options.boxes() + " boxes named drill-..., count frames with an nft table"
                            + " of its own, measure " + Contract.PROBES.size()
                            + " kinds of probe, and remove both again");
            return ExitStatus.DONE;
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
            report = new Drill(incus, call.settings(), around, Version.read())
                    .run(options, progress, call.deadline(Limits.BUILD));
        }
        records.add(report, "host");
        formats.print(records.compared(report), call.terminal());
        return report.exitStatus();
    }

    private static DrillOptions options(Arguments arguments) {
        DrillOptions options = DrillOptions.standard()
                .boxes(count(arguments.value("boxes", "2")))
                .cells(arguments.values("cell"))
                .keep(arguments.has("keep"));
        List<String> mutations = arguments.values("mutation");
        return arguments.has("mutate") || !mutations.isEmpty() ? options.mutate(mutations) : options;
    }

    private static int count(String text) {
        try {
            int count = Integer.parseInt(text);
            if (count >= 2 && count <= MOST_BOXES) {
                return count;
            }
        } catch (NumberFormatException e) {
            // refused below
        }
        throw new BoxFailure.Refused(
                "reading the number of boxes", "'" + text + "' is not 2 to " + MOST_BOXES, "--boxes 2");
    }

    private static String list() {
        Table table = new Table("CELL", "EXPECTED", "CLAUSE");
        List<ProbeSpec> probes = Contract.PROBES;
        for (ProbeSpec probe : probes) {
            table.row(
                    probe.id(),
                    probe.expectation().name().toLowerCase(Locale.ROOT).replace('_', ' '),
                    probe.clause().sentence());
        }
        Table mutations = new Table("MUTATION", "WHAT IS BROKEN, AND WHAT MUST SHOW IT");
        MutationRun.list().forEach(mutations::row);
        return table + "\n" + mutations;
    }
}
