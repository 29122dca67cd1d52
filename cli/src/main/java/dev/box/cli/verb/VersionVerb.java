package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.report.Document;
import dev.box.cli.report.VersionReport;

/** {@code box version}. */
public final class VersionVerb implements Handler {

    @Override
    public int run(Invocation call) {
        String version = Version.read();
        if (call.json()) {
            call.terminal().rendered(Document.of(VersionReport.of(version), VersionReport.class));
        } else {
            call.terminal().out("box " + version);
        }
        return ExitStatus.DONE;
    }
}
