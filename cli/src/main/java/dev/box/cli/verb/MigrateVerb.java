package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.core.migrate.MigrateHost;
import dev.box.core.text.Untrusted;
import java.util.ArrayList;
import java.util.List;

/** {@code box migrate-host}. */
public final class MigrateVerb implements Handler {

    @Override
    public int run(Invocation call) {
        MigrateHost host = new MigrateHost(new HostStack(Host.local(call.settings())));
        boolean all = call.arguments().has("all-boxes");
        boolean retire = call.arguments().has("retire-legacy");
        List<String> names = call.arguments().positionals();
        if (all && !names.isEmpty()) {
            throw new BoxFailure.Refused(
                    "migrating boxes",
                    "--all-boxes and names of boxes exclude each other",
                    "box migrate-host --all-boxes");
        }
        if (!all && !retire && names.isEmpty()) {
            say(call, host.find(call.deadline(Limits.POWER)));
            return ExitStatus.DONE;
        }
        List<String> chosen = all ? host.find(call.deadline(Limits.POWER)).boxes() : names;
        boolean whole = chosen.isEmpty() || migrate(call, host, chosen);
        if (retire && whole) {
            List<String> gone = host.retire(call.progress(), call.deadline(Limits.BUILD));
            call.terminal()
                    .out(
                            gone.isEmpty()
                                    ? "nothing of the predecessor was left"
                                    : "retired: " + String.join(", ", gone));
        }
        return whole ? ExitStatus.DONE : ExitStatus.FAILED;
    }

    private static boolean migrate(Invocation call, MigrateHost host, List<String> names) {
        boolean whole = true;
        for (MigrateHost.Migrated box : host.migrate(names, call.progress(), call.deadline(Limits.BUILD))) {
            if (box.failure().isEmpty()) {
                call.terminal().out(box.name() + " is migrated: " + box.address());
            } else {
                whole = false;
                RuntimeException why = box.failure().get();
                String words = why instanceof BoxFailure ours
                        ? ours.answered() + "\n  " + ours.advice()
                        : String.valueOf(why.getMessage());
                call.terminal().err("box " + box.name() + " is not migrated: " + Untrusted.lines(words));
            }
        }
        return whole;
    }

    private static void say(Invocation call, MigrateHost.Legacy legacy) {
        List<String> lines = new ArrayList<>();
        legacy.boxes().forEach(name -> lines.add("box " + name));
        lines.addAll(legacy.artefacts());
        if (lines.isEmpty()) {
            call.terminal().out("there is nothing of the predecessor on this host");
        } else {
            call.terminal().out(String.join("\n", lines));
            call.terminal().err("bring all of it over:  sudo box migrate-host --all-boxes --retire-legacy");
        }
    }
}
