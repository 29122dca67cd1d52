package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.report.BoxInfoReport;
import dev.box.cli.report.Document;
import dev.box.cli.terminal.Facts;
import dev.box.core.box.BoxInfo;
import dev.box.core.box.BoxSummary;
import dev.box.core.box.Boxes;
import dev.box.core.box.Stamp;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;

/** {@code box info}. */
public final class InfoVerb implements Handler {

    @Override
    public int run(Invocation call) {
        Deadline deadline = call.deadline(Limits.QUICK);
        BoxInfo info;
        try (Incus incus = Daemon.connect(call)) {
            info = new Boxes(incus, call.settings()).info(call.arguments().first(), deadline);
        }
        if (call.json()) {
            call.terminal().rendered(Document.of(BoxInfoReport.of(info), BoxInfoReport.class));
        } else {
            call.terminal().out(facts(info));
        }
        return ExitStatus.DONE;
    }

    private static String facts(BoxInfo info) {
        BoxSummary box = info.summary();
        Stamp stamp = info.stamp();
        Facts facts = new Facts()
                .add("name", box.name())
                .add("state", box.state().word())
                .add("type", box.type() + asked(stamp))
                .add("ipv4", box.ipv4())
                .add("cpu", info.resources().cpu())
                .add("memory", info.resources().memory())
                .add("disk", info.resources().disk())
                .add("user", stamp.user())
                .add("template", box.template())
                .add("image", stamp.image())
                .add("fingerprint", stamp.imageFingerprint())
                .add("created", created(box))
                .add("expires", info.expires())
                .add("made by", stamp.version().isEmpty() ? "" : "box " + stamp.version())
                .add(
                        "origin",
                        stamp.originFrom().isEmpty() ? stamp.origin() : stamp.origin() + " of " + stamp.originFrom());
        for (BoxSummary.Door door : box.doors()) {
            facts.add("door", door.listen() + " -> " + door.connect());
        }
        int longest = 0;
        for (BoxInfo.SnapshotInfo snapshot : info.snapshots()) {
            longest = Math.max(longest, Untrusted.line(snapshot.name()).length());
        }
        for (BoxInfo.SnapshotInfo snapshot : info.snapshots()) {
            String name = Untrusted.line(snapshot.name());
            facts.add(
                    "snapshot",
                    name + " ".repeat(longest - name.length()) + "  "
                            + snapshot.created().replaceFirst("\\.[0-9]+Z$", "Z") + "  clone it: box new NAME --from "
                            + box.name() + "/" + snapshot.name());
        }
        if (stamp.isNewer()) {
            facts.add("note", "a newer box wrote its stamp; this is what this version understands of it");
        }
        return facts.toString();
    }

    private static String asked(Stamp stamp) {
        return stamp.modeAsked().isEmpty() ? "" : " (asked for: " + stamp.modeAsked() + ")";
    }

    private static String created(BoxSummary box) {
        String age = Ages.since(box.created());
        return age.isEmpty() ? box.created() : box.created() + " (" + age + " ago)";
    }
}
