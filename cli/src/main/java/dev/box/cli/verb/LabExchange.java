package dev.box.cli.verb;

import dev.box.cli.command.Invocation;
import dev.box.core.process.Subprocess;
import dev.box.drill.history.Comparison;
import dev.box.drill.report.JsonReport;
import dev.box.incus.Deadline;
import dev.box.lab.LabHost;
import java.nio.file.Path;
import java.util.List;

/** What a drill in the lab needs from this machine, and what this machine wants from it: a lab host sees no file of ours. */
final class LabExchange {

    static final String REPORTS = "/root/drill-report";
    static final String BASELINE = "/root/drill-baseline.json";

    private final Invocation call;
    private final String lab;
    private final DrillFormats formats;
    private final DrillRecords records;
    private final Deadline deadline;

    /** @param lab how to name the lab in a command */
    LabExchange(Invocation call, String lab, DrillFormats formats, DrillRecords records, Deadline deadline) {
        this.call = call;
        this.lab = lab;
        this.formats = formats;
        this.records = records;
        this.deadline = deadline;
    }

    void giveBaseline(LabHost host) {
        String file = call.arguments().value("baseline", "");
        if (!file.isEmpty()) {
            host.program(List.of("sh", "-c", "cat > " + BASELINE))
                    .stdin(JsonReport.render(Comparison.baseline(Path.of(file))))
                    .orFail("copying the baseline into the lab", "box lab status" + lab, deadline);
        }
    }

    /** To where they were asked for, or else beside the lab's state; the run goes into this machine's log as well. */
    void takeReports(LabHost host, String labName, String usual) {
        DrillFormats out = formats.directory().isEmpty() ? formats.into(usual) : formats;
        boolean any = false;
        for (DrillFormats.Form form : DrillFormats.Form.values()) {
            Subprocess.Result found = host.run(deadline, "cat", REPORTS + "/" + form.file());
            if (found.ok()) {
                any = true;
                out.write(form.file(), found.stdout());
                if (form == DrillFormats.Form.JSON) {
                    records.add(JsonReport.read(found.stdout()), "lab " + labName);
                }
            }
        }
        if (any) {
            call.terminal().err("reports: " + out.directory() + " (open report.html in a browser)");
        }
    }
}
