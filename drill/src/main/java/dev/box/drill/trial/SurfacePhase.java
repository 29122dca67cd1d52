package dev.box.drill.trial;

import dev.box.core.box.BoxName;
import dev.box.core.failure.BoxFailure;
import dev.box.core.mint.Mint;
import dev.box.core.mint.MintRequest;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.core.template.Templates;
import dev.box.core.text.Untrusted;
import dev.box.drill.contract.Clause;
import dev.box.drill.contract.PhaseId;
import dev.box.incus.Deadline;
import dev.box.incus.ExecRequest;
import dev.box.incus.ExecResult;
import dev.box.incus.FileMode;
import dev.box.incus.Incus;
import dev.box.incus.Instance;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Phase B: box itself, typed as a user would type it, at an instance that is none of its business and at a box. */
final class SurfacePhase extends TrialPhase {

    private static final String MARK = "/root/drill-mark";

    private final Scratch scratch;
    private String foreign = "";
    private String box = "";
    private String before = "";
    private @Nullable Path directory;

    SurfacePhase(Bench bench) {
        super(PhaseId.B, bench);
        scratch = new Scratch(bench);
    }

    @Override
    Map<String, Trial> trials(Deadline deadline) {
        if (bench().product().isEmpty()) {
            throw new BoxFailure.Unjudged(
                    "looking for box itself",
                    "this drill was not started by its launcher",
                    "box drill --phases surface");
        }
        foreign = scratch.make("foreign", Map.of("user.owner", "somebody"), deadline);
        incus().instances().snapshots(foreign).create("s", deadline).await(deadline);
        before = fingerprint(deadline);
        Map<String, Trial> trials = new LinkedHashMap<>();
        boundary(trials);
        if (wantsBeside(Clause.S1)) {
            box = mint(deadline);
        }
        refusals(trials);
        trials.put("S3.clone", this::clone);
        trials.put("S3.roundtrip", this::roundtrip);
        return trials;
    }

    private void boundary(Map<String, Trial> trials) {
        trials.put("S1.list", limit -> {
            Subprocess.Result result = box(limit, "list");
            return Tried.of(
                    result.ok() && result.stdout().contains(bench().boxes().getFirst()),
                    !result.stdout().contains(foreign),
                    "it names it",
                    said(result));
        });
        noSuchBox(trials, "S1.info", "info", foreign);
        noSuchBox(trials, "S1.rm", "rm", foreign, "--force");
        noSuchBox(trials, "S1.down", "down", foreign);
        noSuchBox(trials, "S1.start", "start", foreign);
        noSuchBox(trials, "S1.rename", "rename", foreign, foreign + "x");
        noSuchBox(trials, "S1.snapshot", "snapshot", foreign);
        noSuchBox(trials, "S1.restore", "restore", foreign, "s", "--force");
        noSuchBox(trials, "S1.export", "export", foreign, file("foreign.tar.gz"));
        noSuchBox(trials, "S1.expose", "expose", foreign, "80");
        noSuchBox(trials, "S1.exec", "exec", foreign, "--", "true");
        noSuchBox(trials, "S1.cp", "cp", foreign + ":/etc/hostname", file("hostname"));
        noSuchBox(trials, "S1.clone", "new", foreign + "x", "--from", foreign);
        refused(trials, "S1.name", 2, "an instance that box did not mint has that name", "new", foreign);
        noSuchBox(trials, "S1.incus", "incus", foreign, "--", "delete", "--force");
        trials.put("S1.untouched", limit -> {
            String after = fingerprint(limit);
            boolean stands = after.equals(before);
            if (stands) {
                bench().release(foreign, limit);
            }
            boolean deletable = incus().instances().find(foreign, limit).isEmpty();
            return Tried.of(
                    deletable || !stands,
                    stands,
                    "it is not as it was",
                    stands
                            ? before.length() + " characters of configuration, devices and snapshots are the same"
                            : before + " became " + after);
        });
    }

    private void refusals(Map<String, Trial> trials) {
        refused(trials, "S2.verb", 2, "did you mean 'list'?", "lst");
        refused(trials, "S2.option", 2, "unknown option '--labl'", "snapshot", box, "--labl", "x");
        refused(trials, "S2.name", 2, "is not allowed in it", "new", "Not_A_Name");
        refused(trials, "S2.consent", 2, "needs your consent", "rm", box);
        refused(trials, "S2.restore", 2, "needs your consent", "restore", box, "pristine");
        refused(trials, "S2.dashes", 2, "comes after '--'", "exec", box, "true");
        refused(trials, "S2.rename", 1, "box down " + box, "rename", box, box + "x");
        refused(trials, "S2.export", 1, "box down " + box, "export", box, file("running.tar.gz"));
        refused(
                trials,
                "S2.template",
                2,
                "no such template; there is: ",
                "new",
                box + "t",
                "--template",
                "drill-nothing");
        trials.put("S2.status", limit -> {
            Subprocess.Result seven = box(limit, "exec", box, "--", "sh", "-c", "exit 7");
            Subprocess.Result zero = box(limit, "exec", box, "--", "true");
            return Tried.of(
                    zero.ok(),
                    seven.exitStatus() == 7,
                    "another status came back",
                    "7 came back as " + seven.exitStatus() + ", 0 as " + zero.exitStatus()
                            + (zero.ok() ? "" : ": " + Untrusted.line(zero.complaint())));
        });
    }

    private void noSuchBox(Map<String, Trial> trials, String row, String... words) {
        refused(trials, row, 1, "no such box: " + foreign, words);
    }

    /** It must end with this status and say this; and, for a refusal about a box, the box must still run. */
    private void refused(Map<String, Trial> trials, String row, int status, String wanted, String... words) {
        trials.put(row, limit -> {
            Subprocess.Result result = box(limit, words);
            boolean says = (result.stderr() + result.stdout()).contains(wanted);
            boolean stands = box.isEmpty() || scratch.read(box, limit).running();
            return Tried.of(
                    !result.timedOut(),
                    result.exitStatus() == status && says && stands,
                    !stands
                            ? "the box does not run any more"
                            : says ? "exit status " + result.exitStatus() : "it says something else",
                    said(result));
        });
    }

    private String mint(Deadline deadline) {
        String name = bench().claim("surface", deadline);
        Mint mint = Mint.forMeasuring(
                incus(),
                bench().context().host().settings(),
                Templates.of(bench().context().host().settings()),
                bench().version());
        mint.mint(MintRequest.of(BoxName.of(name)), Progress.silent(), deadline);
        incus().instances().files(name).write(MARK, bytes("drill " + bench().runId()), FileMode.root(0600), deadline);
        return name;
    }

    /** Down, renamed, marked, copied from the mark. */
    private Tried clone(Deadline deadline) {
        String old = bench().claim("old", deadline);
        String copy = bench().claim("clone", deadline);
        String sourceId = inBox(box, "cat /etc/machine-id", deadline);
        must(box(deadline, "down", box));
        must(box(deadline, "rename", box, old));
        must(box(deadline, "snapshot", old, "drilled"));
        must(box(deadline, "rename", old, box));
        must(box(deadline, "new", copy, "--from", box + "/drilled"));
        must(box(deadline, "start", box));
        String id = inBox(copy, "cat /etc/machine-id", deadline);
        String mark = inBox(copy, "cat " + MARK, deadline);
        String addresses = must(box(deadline, "list")).stdout();
        List<String> held = new ArrayList<>();
        for (String line : addresses.lines().toList()) {
            String[] word = line.strip().split("\\s+", -1);
            if (word.length > 3 && word[3].startsWith("10.")) {
                held.add(word[3]);
            }
        }
        boolean distinct = held.stream().distinct().count() == held.size();
        bench().release(copy, deadline);
        return Tried.of(
                mark.equals("drill " + bench().runId()) && sourceId.length() == 32,
                id.length() == 32 && !id.equals(sourceId) && distinct,
                "it is its source",
                "machine-ids " + sourceId + " and " + id + ", addresses " + held + ", mark '" + mark + "'");
    }

    private Tried roundtrip(Deadline deadline) {
        String archive = file("roundtrip.tar.gz");
        String sourceId = inBox(box, "cat /etc/machine-id", deadline);
        must(box(deadline, "down", box));
        must(box(deadline, "export", box, archive, "--instance-only"));
        must(box(deadline, "rm", box, "--force"));
        boolean gone = incus().instances().find(box, deadline).isEmpty();
        must(box(deadline, "import", archive, "--name", box));
        must(box(deadline, "start", box));
        String mark = inBox(box, "cat " + MARK, deadline);
        String id = inBox(box, "cat /etc/machine-id", deadline);
        return Tried.of(
                gone,
                mark.equals("drill " + bench().runId()) && !id.equals(sourceId) && id.length() == 32,
                mark.isEmpty() ? "its file is not back" : "it is back with the identity of the one that was removed",
                "mark '" + mark + "', machine-ids " + sourceId + " and " + id + ", archive of " + size(archive)
                        + " bytes");
    }

    private static long size(String file) {
        try {
            return Files.size(Path.of(file));
        } catch (IOException e) {
            return -1;
        }
    }

    private String inBox(String name, String script, Deadline deadline) {
        ExecResult result = incus().instances().exec(name, ExecRequest.of("sh", "-c", script), deadline);
        return result.stdout().strip();
    }

    private Subprocess.Result box(Deadline deadline, String... words) {
        List<String> command =
                new ArrayList<>(List.of(bench().product().orElseThrow().toString()));
        command.addAll(List.of(words));
        return Subprocess.of(command).run(deadline);
    }

    private static Subprocess.Result must(Subprocess.Result result) {
        if (!result.ok()) {
            throw new BoxFailure.Unjudged(
                    "running '"
                            + String.join(
                                    " ",
                                    result.command().subList(1, result.command().size())) + "'",
                    said(result),
                    "box list");
        }
        return result;
    }

    private static String said(Subprocess.Result result) {
        String words = result.complaint();
        return "exit status " + result.exitStatus() + ": "
                + (words.length() > 400 ? words.substring(0, 400) + "…" : words);
    }

    /** What the daemon says of it, without what changes by itself. */
    private String fingerprint(Deadline deadline) {
        if (incus().instances().find(foreign, deadline).isEmpty()) {
            return "gone";
        }
        Instance instance = scratch.read(foreign, deadline);
        return instance.status()
                + new TreeMap<>(instance.config())
                + new TreeMap<>(instance.devices())
                + instance.profiles()
                + incus().instances().snapshots(foreign).list(deadline);
    }

    private String file(String name) {
        try {
            Path made = directory;
            if (made == null) {
                made = Files.createTempDirectory("box-drill-");
                directory = made;
            }
            return made.resolve(name).toString();
        } catch (IOException e) {
            throw new BoxFailure.Unjudged(
                    "making a directory for exports", String.valueOf(e.getMessage()), "df -h /tmp");
        }
    }

    @Override
    void finish(Deadline deadline) {
        if (!box.isEmpty()) {
            bench().release(box, deadline);
        }
        Path made = directory;
        if (made == null) {
            return;
        }
        try (var files = Files.list(made)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
            Files.delete(made);
        } catch (IOException e) {
            note("could not remove " + made + ": " + e.getMessage());
        }
    }

    private Incus incus() {
        return bench().context().incus();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
