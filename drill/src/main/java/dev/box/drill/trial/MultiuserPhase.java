package dev.box.drill.trial;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.core.tenant.Account;
import dev.box.core.tenant.Grant;
import dev.box.core.tenant.Quota;
import dev.box.core.text.Untrusted;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.mutation.Disturbance;
import dev.box.drill.mutation.TenantFaults;
import dev.box.drill.probe.AtOnce;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Phase U: two accounts that are granted boxes, one that has the whole daemon, and a stranger. */
final class MultiuserPhase extends TrialPhase {

    private static final String ANNA = TenantFaults.TENANT;
    private static final String BERT = "bert";
    private static final String STRANGER = "olga";
    /** At the same time: what is refused changes nothing that another could see. */
    private static final int SESSIONS = 4;

    private static final String PROJECTS = "incus project list -f csv -c n";

    private @Nullable Disturbance made;
    private @Nullable People someone;

    MultiuserPhase(Bench bench) {
        super(PhaseId.U, bench);
    }

    @Override
    Map<String, Trial> trials(Deadline deadline) {
        People people = new People(
                bench(),
                bench().product()
                        .orElseThrow(() -> new BoxFailure.Unjudged(
                                "looking for box itself",
                                "this drill was not started by its launcher",
                                "box drill --lab --phases multiuser")));
        someone = people;
        made = bench().disturb("multiuser.people", deadline);
        for (String who : List.of(ANNA, BERT, STRANGER)) {
            people.make(who, "", deadline);
        }
        Map<String, Trial> trials = new LinkedHashMap<>();
        trials.put("U1.before", limit -> outside(ANNA, limit));
        trials.put("U1.one", this::one);
        trials.put("U1.apart", this::apart);
        trials.put("U1.same-name", this::sameName);
        trials.put("U1.bridge", this::bridge);
        trials.put("U1.widen", this::widen);
        trials.put("U1.edit", this::edit);
        trials.put("U1.copy", this::copy);
        trials.put("U1.fit", this::fit);
        trials.put("U2.verbs", this::verbs);
        trials.put("U2.refusals", this::refusals);
        trials.put("U2.setup", this::setup);
        trials.put("U2.doctor", this::doctor);
        new MultiuserIsolation(bench(), people, ANNA, BERT).trials(trials);
        new MultiuserLives(bench(), people, ANNA, BERT).trials(trials);
        trials.put("U4.stranger", limit -> outside(STRANGER, limit));
        return trials;
    }

    private Tried outside(String who, Deadline deadline) {
        boolean reaches = people().reaches(who, deadline);
        Subprocess.Result box = people().as(who, "box list", deadline);
        boolean told = !box.ok() && box.stderr().contains("sudo box grant " + people().name(who));
        return Tried.of(
                people().root("incus query /1.0", deadline).ok(),
                !reaches && told,
                reaches ? "a socket opens" : "box does not say whom to ask",
                said(box));
    }

    private Tried one(Deadline deadline) {
        Account anna = people().granted(ANNA, deadline);
        String projects = people().as(ANNA, PROJECTS, deadline).stdout().strip();
        String networks = people().as(ANNA, "incus network list -f csv -c n", deadline)
                .stdout()
                .strip();
        return Tried.of(
                people().must(PROJECTS, deadline).lines().count() > 1,
                projects.equals(anna.project() + " (current)") && networks.equals("boxnet"),
                "it sees others",
                "projects: " + Untrusted.line(projects) + "; networks: " + Untrusted.line(networks));
    }

    private Tried apart(Deadline deadline) {
        AtOnce.Both<String, String> boxes = AtOnce.both(
                "minting as two accounts",
                () -> people().box(ANNA, "u", deadline),
                () -> people().box(BERT, "v", deadline));
        String hers = boxes.first();
        String his = boxes.second();
        Account anna = people().account(ANNA, deadline);
        Account bert = people().account(BERT, deadline);
        String annas =
                people().as(ANNA, "box list; incus list -f csv -c n", deadline).stdout();
        String berts =
                people().as(BERT, "box list; incus list -f csv -c n", deadline).stdout();
        List<String> open = new ArrayList<>();
        for (String project : List.of("default", bert.project())) {
            if (people().as(ANNA, "incus list --project " + project, deadline).ok()) {
                open.add(people().name(ANNA) + " into " + project);
            }
        }
        if (people().as(BERT, "incus query '/1.0/instances?project=" + anna.project() + "'", deadline)
                .ok()) {
            open.add(people().name(BERT) + " into " + anna.project());
        }
        String all = people().must("incus list --all-projects -f csv -c n", deadline);
        return Tried.of(
                annas.contains(hers) && berts.contains(his) && all.contains(hers) && all.contains(his),
                !annas.contains(his) && !berts.contains(hers) && open.isEmpty(),
                open.isEmpty() ? "one sees the other's box" : "open: " + open,
                "each lists its own; " + (open.isEmpty() ? "every other project refuses" : "open: " + open));
    }

    private Tried sameName(Deadline deadline) {
        people().granted(ANNA, deadline);
        people().granted(BERT, deadline);
        String init = "incus init box/debian/13/cloud " + people().name("same") + " -p box-net";
        Subprocess.Result hers = people().as(ANNA, init, deadline);
        Subprocess.Result his = people().as(BERT, init, deadline);
        Subprocess.Result twice = people().as(BERT, init, deadline);
        return Tried.of(
                !twice.ok(),
                hers.ok() && his.ok(),
                "one of them is refused",
                "first: " + said(hers) + "; second: " + said(his) + "; the same twice: " + said(twice));
    }

    /** The row's control is a mutation: with the restriction widened the same command must succeed. */
    private Tried bridge(Deadline deadline) {
        Account anna = people().granted(ANNA, deadline);
        String box = people().box(ANNA, "u", deadline);
        String bridge = "incusbr-" + anna.uid();
        people().must("incus network show " + bridge + " >/dev/null 2>&1 || incus network create " + bridge, deadline);
        String attach = "incus config device add " + box + " eth9 nic network=" + bridge + " name=eth9";
        Subprocess.Result confined = people().as(ANNA, attach, deadline);
        if (confined.ok()) {
            people().as(ANNA, "incus config device remove " + box + " eth9", deadline);
            return Tried.broken("it was taken", said(confined));
        }
        people().must("incus project set " + anna.project() + " restricted.networks.access=boxnet," + bridge, deadline);
        Subprocess.Result widened = people().as(ANNA, attach, deadline);
        people().as(ANNA, "incus config device remove " + box + " eth9", deadline);
        people().must("box grant " + people().name(ANNA), deadline);
        return Tried.of(
                widened.ok(),
                confined.stderr().contains("Network not allowed"),
                "it was refused for another reason",
                "confined: " + said(confined) + "; widened: " + said(widened));
    }

    private Tried widen(Deadline deadline) {
        Account anna = people().granted(ANNA, deadline);
        String box = people().box(ANNA, "u", deadline);
        String project = anna.project();
        Subprocess.Result root = people().root(
                        "incus project set " + project + " user.drill=1 && incus project unset " + project
                                + " user.drill",
                        deadline);
        return allRefused(
                ANNA,
                root.ok(),
                List.of(
                        "incus project set " + project + " restricted.networks.access=",
                        "incus project set " + project + " restricted=false",
                        "incus project create " + people().name("mine"),
                        "incus config set " + box + " security.privileged=true",
                        "incus config set " + box + " raw.lxc=lxc.mount.auto=sys:rw",
                        "incus config device add " + box + " eth9 nic nictype=bridged parent=boxnet",
                        "incus config device add " + box + " p proxy listen=tcp:0.0.0.0:9 connect=tcp:127.0.0.1:9",
                        "incus config device add " + box + " etc disk source=/etc path=/mnt"),
                deadline);
    }

    private Tried edit(Deadline deadline) {
        people().granted(ANNA, deadline);
        String read =
                "incus network show boxnet | grep -v -e '^-' -e used_by; incus network acl show box-isolate | grep -v"
                        + " -e '^- /1.0' ; incus profile show box-net | grep -v -e '^-'";
        String before = people().must(read, deadline);
        Tried refused = allRefused(
                ANNA,
                before.contains("box-isolate"),
                List.of(
                        "incus network set boxnet ipv6.address=auto",
                        "incus network unset boxnet security.acls",
                        "incus network delete boxnet",
                        "incus network acl delete box-isolate",
                        "incus profile delete box-net --project default",
                        "incus profile device set box-net eth0 security.port_isolation=false --project default"),
                deadline);
        boolean same = people().must(read, deadline).equals(before);
        return same ? refused : Tried.broken("something of it changed", refused.words());
    }

    private Tried copy(Deadline deadline) {
        Account anna = people().granted(ANNA, deadline);
        String hers = people().box(ANNA, "u", deadline);
        String his = people().box(BERT, "v", deadline);
        Account bert = people().account(BERT, deadline);
        String mine = people().name("w");
        String own = "incus query -X POST --wait '/1.0/instances?project=" + anna.project() + "' -d '{\"name\":\""
                + mine + "\",\"source\":{\"type\":\"copy\",\"source\":\"" + hers + "\",\"project\":\"" + anna.project()
                + "\"}}'";
        Subprocess.Result copied = people().as(ANNA, own + " && incus delete " + mine, deadline);
        return allRefused(
                ANNA,
                copied.ok(),
                List.of(
                        "incus copy " + his + " " + mine + " --project " + bert.project() + " --target-project "
                                + anna.project(),
                        own.replace("\"source\":\"" + hers, "\"source\":\"" + his)
                                .replace("\"project\":\"" + anna.project(), "\"project\":\"" + bert.project()),
                        "box new " + mine + " --from " + his),
                deadline);
    }

    /** The row's control are mutations: each must be seen, and mended by the next grant. */
    private Tried fit(Deadline deadline) {
        Account anna = people().granted(ANNA, deadline);
        Account bert = people().granted(BERT, deadline);
        List<String> drift = people().drift(List.of(anna, bert), deadline);
        if (!drift.isEmpty()) {
            return Tried.broken("a project differs", "differs: " + drift);
        }
        String project = anna.project();
        String other = "incusbr-" + anna.uid();
        people().must("incus network show " + other + " >/dev/null 2>&1 || incus network create " + other, deadline);
        String widen = "incus project set " + project + " restricted.networks.access=boxnet," + other;
        List<String> blind = new ArrayList<>();
        for (String mutation : List.of(
                widen,
                "incus project set " + project + " restricted.snapshots=block",
                widen + " && incus profile device add default eth0 nic network=" + other + " name=eth0 --project "
                        + project)) {
            people().must(mutation, deadline);
            boolean seen = !people().drift(List.of(anna), deadline).isEmpty();
            new Grant(bench().context().host()).run(people().name(ANNA), Quota.UNCHANGED, Progress.silent(), deadline);
            if (!seen || !people().drift(List.of(anna), deadline).isEmpty()) {
                blind.add(mutation);
            }
        }
        String words = "differs: nothing; of 3 mutations not seen or not mended: " + (blind.isEmpty() ? "none" : blind);
        return blind.isEmpty() ? Tried.holds(words) : Tried.unjudged("its control failed", words);
    }

    private Tried verbs(Deadline deadline) {
        people().granted(ANNA, deadline);
        String box = people().name("x");
        String copy = people().name("y");
        String script = """
                set -e
                box new %1$s --cpu 1 --memory 512MiB
                box exec %1$s -- sh -c 'echo first > ~/file'
                box snapshot %1$s one
                box exec %1$s -- sh -c 'echo second > ~/file'
                box new %2$s --from %1$s/one
                [ "$(box exec %2$s -- sh -c 'cat ~/file')" = first ]
                box restore %1$s one --force
                [ "$(box exec %1$s -- sh -c 'cat ~/file')" = first ]
                box down %2$s --force
                box rename %2$s %2$sz
                box start %2$sz
                echo third > file; box cp file %2$sz:/tmp/file
                [ "$(box exec %2$sz -- cat /tmp/file)" = third ]
                box info %1$s; box list; box templates
                box rm %1$s %2$sz --force
                """.formatted(box, copy);
        Subprocess.Result result = people().as(ANNA, script, deadline);
        String left = people().as(ANNA, "box list", deadline).stdout();
        return Tried.of(
                !left.contains(box),
                result.ok(),
                "a verb failed",
                result.ok() ? "all of them, in one session" : said(result));
    }

    private Tried refusals(Deadline deadline) {
        people().granted(ANNA, deadline);
        List<String> verbs = List.of(
                "expose x 80",
                "expose --list",
                "grant x",
                "revoke x",
                "tenants",
                "teardown-host --yes",
                "wipe --yes",
                "migrate-host",
                "image rm box/debian/13/cloud");
        List<String> wrong = together(verbs, verb -> {
            Subprocess.Result result = people().as(ANNA, "box " + verb, deadline);
            boolean asMeant = result.exitStatus() == 2
                    && result.stderr().contains("in the restricted tier, with a project of its own: ")
                    && result.stderr().contains("ask an administrator of this host: root");
            return asMeant ? "" : verb + ": " + said(result);
        });
        return Tried.of(
                people().root("box tenants", deadline).ok(),
                wrong.isEmpty(),
                "not refused as meant",
                wrong.isEmpty() ? verbs.size() + " verbs, each with its reason" : String.join("; ", wrong));
    }

    private Tried setup(Deadline deadline) {
        people().granted(ANNA, deadline);
        Subprocess.Result result = people().as(ANNA, "box setup-host", deadline);
        Subprocess.Result root = people().root("box setup-host --dry-run", deadline);
        return Tried.of(
                root.ok(),
                result.ok()
                        && result.stdout().contains("set up by its administrator")
                        && root.stdout().contains("nothing would change"),
                "it does not say so, or something changed",
                said(result) + "; root: " + said(root));
    }

    private Tried doctor(Deadline deadline) {
        people().granted(ANNA, deadline);
        String hers = people().as(ANNA, "box doctor --json", deadline).stdout();
        String roots = people().root("box doctor --json", deadline).stdout();
        boolean own = hers.contains("\"tenants\"") && hers.contains("1 confined");
        boolean hidden = hers.contains("only root sees this") && !hers.contains("sudo box doctor --fix");
        return Tried.of(
                roots.contains("\"nft\"") && !roots.contains("only root sees this"),
                own && hidden,
                own
                        ? "it judges what it cannot see, or offers what is not its own"
                        : "it does not judge its own project",
                Untrusted.line(hers.substring(0, Math.min(200, hers.length()))));
    }

    private Tried allRefused(String who, boolean control, List<String> attempts, Deadline deadline) {
        List<String> taken = together(
                attempts, attempt -> people().as(who, attempt, deadline).ok() ? attempt : "");
        return Tried.of(
                control,
                taken.isEmpty(),
                "taken: " + String.join("; ", taken),
                attempts.size() - taken.size() + " of " + attempts.size() + " refused");
    }

    /** What each of these, each in a session of its own, gives reason to say; nothing where there is none. */
    private static List<String> together(List<String> each, UnaryOperator<String> session) {
        List<Callable<String>> work = new ArrayList<>();
        each.forEach(one -> work.add(() -> session.apply(one)));
        return AtOnce.all("sessions of one account", SESSIONS, work).stream()
                .filter(words -> !words.isEmpty())
                .toList();
    }

    static String said(Subprocess.Result result) {
        String words = Untrusted.line(result.complaint());
        return "exit " + result.exitStatus() + (words.isBlank() ? "" : ": " + words);
    }

    private People people() {
        People people = someone;
        if (people == null) {
            throw new IllegalStateException("the accounts come first");
        }
        return people;
    }

    @Override
    void finish(Deadline deadline) {
        Disturbance armed = made;
        if (armed != null) {
            armed.undo(deadline);
        }
    }
}
