package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.report.DoctorReport;
import dev.box.cli.report.DoctorText;
import dev.box.cli.report.Document;
import dev.box.core.doctor.Diagnosis;
import dev.box.core.doctor.Doctor;
import dev.box.core.doctor.Verdict;
import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.core.process.Privileges;
import dev.box.incus.Deadline;

/** {@code box doctor}. */
public final class DoctorVerb implements Handler {

    @Override
    public int run(Invocation call) {
        Doctor doctor = new Doctor(new HostStack(Host.local(call.settings())));
        Deadline deadline = call.deadline(Limits.POWER);
        if (call.arguments().has("fix")) {
            Privileges.requireRoot("repairing this host", "box doctor --fix");
        }
        Diagnosis diagnosis = call.arguments().has("fix")
                ? doctor.fix(call.progress(), call.deadline(Limits.MINT))
                : doctor.examine(call.progress(), deadline);
        if (call.json()) {
            call.terminal().rendered(Document.of(DoctorReport.of(diagnosis), DoctorReport.class));
        } else {
            call.terminal().rendered(DoctorText.render(diagnosis, palette(call)));
        }
        return diagnosis.outcome() == Diagnosis.Outcome.PROBLEMS ? ExitStatus.FAILED : ExitStatus.DONE;
    }

    private static DoctorText.Palette palette(Invocation call) {
        return call.terminal().colour() ? DoctorVerb::paint : DoctorText.Palette.plain();
    }

    private static String paint(Verdict mood, String words) {
        String code = switch (mood) {
            case OK -> "32";
            case DIRTY -> "1;31";
            case INFO -> "33";
        };
        return "\u001b[" + code + "m" + words + "\u001b[0m";
    }
}
