package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.process.Subprocess;
import io.avaje.jsonb.Jsonb;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * A walk through every verb and every refusal, as an operator types them. All of it is written to
 * {@code target/walk.txt}, which is there to be read. Ordered: each test finds what the one before it left.
 */
@Tag("world")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class WalkTest {

    /** A file that a terminal would obey: clears the screen, retitles the window, answers for the operator. */
    private static final String EVIL = "\\033[2J\\033]0;owned\\007\\033[6n";

    private static final Set<String> DOCUMENTS = new TreeSet<>();
    private static final StringBuilder WRITTEN = new StringBuilder();
    private static HostInLab host = new HostInLab("walk", "host1");

    @BeforeAll
    static void aHostWithSomebodyElsesInstance() {
        host = HostInLab.up("walk");
        host.sh("incus init box/debian/13/cloud payroll --storage default -c user.note=theirs"
                + " && incus snapshot create payroll kept");
    }

    @AfterAll
    static void writeItDown() throws IOException {
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target/walk.txt"), WRITTEN);
        host.close();
    }

    @Test
    @Order(1)
    void whatIsTypedWrongIsRefusedWithTheWayOn() {
        title("Typing errors");
        refused("box", "usage: box <verb>");
        refused("box lits", "unknown verb 'lits'; did you mean 'list'?");
        refused("box frobnicate", "unknown verb 'frobnicate'");
        refused("box list --jsn", "unknown option '--jsn'; did you mean '--json'?");
        refused("box list work", "for one box: box info work");
        refused("box snapshot work --labl before", "unknown option '--labl'");
        refused("box --quiet list", "option '--quiet' comes after the verb");
        refused("box image lst", "'box image' has no 'lst'; did you mean 'list'?");
        refused("box exec work uname", "the command to run comes after '--'");
        refused("box info", "<box> is missing");
        refused("box list --timeout soon", "is no number of seconds");
        refused("box help nwe", "did you mean 'new'?");
        refused("box completion tcsh", "there is none for 'tcsh'");
        says("box version", "box 0.");
        says("box help new", "usage: box new [<name>]");
        says("box help json", "box.list/1");
        says("box list", "no boxes yet — create one with: box new work");
    }

    @Test
    @Order(2)
    void aBoxIsMadeAndWhatCannotBeIsRefused() {
        title("Making a box");
        refused("box new", "the box needs a name");
        refused("box new 1st", "does not start with a letter");
        refused("box new grüße", "'ü' is not allowed in it");
        refused("box new work-", "it ends in '-'");
        refused("box new a --name b", "the box has two names");
        refused("box new work --cpu many", "many");
        refused("box new work --memory 4quarts", "4quarts");
        refused("box new work --disk -1GiB", "unknown option");
        refused("box new work --ttl soon", "soon");
        refused("box new work --vm --container", "exclude each other");
        refused("box new work --template nope", "no such template; there is: ");
        refused("box new copy --from nowhere --cpu 2", "exclude each other");
        fails("box new copy --from nowhere", "no such box: nowhere");
        refused("box new work --vm", "/dev/kvm");
        refused("box new payroll", "an instance that box did not mint has that name");
        says("box templates", "blank");
        says("box image list", "box/debian/13/cloud");
        says("box new work", "work is ready: 10.88.0.");
        refused("box new work", "work");
        says("box new web --json --quiet", "\"ipv4\":\"10.88.0.");
        says("box version --json", "box.version/1");
        says("box info work --json", "box.info/1");
        says("box templates --json", "box.templates/1");
        says("box image list --json", "box.image-list/1");
        says("box doctor --json", "\"outcome\":\"clean\"");
        String longest = "a" + "1".repeat(62);
        says("box new " + longest + " && box exec " + longest + " -- hostname && box rm --force " + longest, longest);
        says("box list", "running");
        says("box ls --json", "{\"schema\":\"box.list/1\"");
        says("box info work", "fingerprint");
        says("box templates", "yes");
    }

    @Test
    @Order(3)
    void insideABox() {
        title("Inside");
        says("box exec work -- id -un", "dev");
        status(7, "box exec work -- sh -c 'exit 7'");
        status(127, "box exec work -- nosuch");
        says("echo piped | box exec work -- cat", "piped");
        says(
                "box exec work -- sh -c 'mkdir -p ~/.local/bin; printf \"#!/bin/sh\\necho mine\\n\" > ~/.local/bin/tool;"
                        + " chmod +x ~/.local/bin/tool'; box exec work -- tool",
                "mine");
        fails("box exec work --timeout 1 -- sh -c 'trap \"\" TERM; sleep 98765; sleep 98764'", "'sh' in 'work'");
        assertThat(host.run("box", "exec", "work", "--", "pgrep", "-af", "9876[45]")
                        .stdout())
                .as("a time limit ends the command's children too")
                .isEmpty();
        says("echo 'echo $0; exit 3' | box shell work; echo status $?", "status 3");
        refused("box tmux work", "this is no terminal");
        refused("box tmux work 'a b'", "letters, digits");
        Subprocess.Result tmux = typed("$ ", "echo in-$((6*7)); exit\\r", "TERM=xterm box tmux work build");
        assertThat(tmux.stdout()).contains("in-42");
        Subprocess.Result shell = typed("$ ", "echo in-$((6*7)); exit 4\\r", "TERM=xterm box shell work");
        assertThat(shell.stdout()).contains("in-42");
        assertThat(shell.exitStatus()).isEqualTo(4);
        fails("box exec nowhere -- true", "no such box: nowhere (see 'box list')");
    }

    @Test
    @Order(4)
    void snapshots() {
        title("Snapshots");
        refused("box snapshot work \"$(printf 'a%.0s' {1..64})\"", "it has 64 characters");
        says("box exec work -- sh -c 'echo then > note'; box snapshot work good", "work/good");
        refused("box snapshot work good", "there is one of that label");
        refused("box snapshot work -- -x", "takes nothing after '--'");
        refused("box snapshot work a/b", "'/' is not allowed in it");
        says("box snapshot work --json", "\"label\":\"manual-");
        says("box exec work -- sh -c 'echo later > note'; box info work", "clone it: box new NAME --from work/good");
        fails("box restore work goood", "no such snapshot; there is: pristine good");
        refused("box restore work good", "there is no terminal to ask on; nothing changed");
        says("box exec work -- cat note", "later");
        asks("box restore work good", "n\\r", 1, "you did not say yes; nothing changed");
        asks("box restore work good", "\\x04", 1, "you did not say yes; nothing changed");
        asks("box restore work good", "\\x03", 130, "interrupted");
        says("box exec work -- cat note", "later");
        asks("box restore work good", "y\\r", 0, "work is back at good: 10.88.0.");
        says("box exec work -- cat note", "then");
        says("box new twin --from work/good", "twin is ready");
        says("box exec twin -- sh -c 'cat note; hostname'", "twin");
        says("box info twin", "clone of work/good");
    }

    @Test
    @Order(5)
    void filesDoorsAndTheWayOut() {
        title("Files");
        says("echo notes > /root/notes; box cp /root/notes work:; box exec work -- cat notes", "notes");
        says("box cp work:notes /root/back && cat /root/back", "notes");
        refused("box cp /root/notes /root/back", "neither side is in a box");
        refused("box cp work:a web:b", "both sides are in boxes");
        refused("box cp /root/none work:", "there is no such file");
        fails("box cp work:none /root/", "none");

        title("Doors");
        refused("box expose work", "it is one of:");
        refused("box expose work 0", "0");
        refused("box expose work 80", "80");
        refused("box expose work 99999", "99999");
        says("box expose --list", "no doors");
        says("box expose work 3000", "nothing listens on port 3000 inside yet");
        refused("box expose web 3000", "3000");
        says("box expose --list", "127.0.0.1:3000");
        says("box expose --list --json", "\"hostPort\":3000");
        says("box list --json", "\"listen\":\"tcp:127.0.0.1:3000\"");
        fails("box expose work --remove 3001", "3001");
        says("box expose work --remove 3000", "closed: 127.0.0.1:3000 -> work:3000");

        title("The way out");
        says("box incus work -- config get {} user.box", "+ incus --force-local config get work user.box");
        says("box incus work -- config show", "architecture");
        says("box incus work -- config set {} security.guestapi=false", "off the isolation");
        refused("box incus work -- delete payroll --force", "'payroll' is an instance that box did not make");
        refused("box incus work", "no command after '--'");
    }

    @Test
    @Order(6)
    void namesAndFiles() {
        title("Renaming");
        fails("box rename twin other", "box down twin");
        says("box down twin", "twin is down");
        says("box down twin", "twin is down already");
        refused("box rename twin web", "an instance has that name");
        refused("box rename twin payroll", "an instance has that name");
        refused("box rename twin 2nd", "does not start with a letter");
        says("box rename twin other", "twin is now other");
        says("box start other", "other is running: 10.88.0.");

        title("Export and import");
        fails("box export other", "box down other");
        says("box down other; cd /root && box export other", "this file is a credential");
        says("box export other /root/second --json", "\"file\":\"/root/second\"");
        says("stat -c %a /root/other.box.tar.gz", "600");
        refused("cd /root && box export other", "other.box.tar.gz");
        refused("box import /root/other.box.tar.gz", "of that name exists");
        refused("box import /root/none", "there is no such file");
        refused(
                "head -c 100000 /root/other.box.tar.gz > /root/cut; box import /root/cut --name cut",
                "nothing was created");
        refused("box import /etc/passwd", "nothing was created");
        says("box import /root/other.box.tar.gz --name again", "it is down");
        says("box import /root/second --name second --json && box rm --force second", "\"from\":\"other\"");
        says("box start again; box exec again -- cat note", "then");
    }

    @Test
    @Order(7)
    void nobodyElsesInstanceIsEverTouched() {
        title("Somebody else's instance");
        String before = payroll();
        for (String verb : new String[] {
            "rm payroll --force",
            "start payroll",
            "down payroll --force",
            "info payroll",
            "exec payroll -- true",
            "shell payroll",
            "snapshot payroll x",
            "restore payroll kept --force",
            "rename payroll mine",
            "export payroll /root/p.tar.gz",
            "cp payroll:/etc/passwd /root/",
            "cp /root/notes payroll:",
            "expose payroll 3000",
            "expose payroll --remove 3000",
            "incus payroll -- delete --force",
            "new copy --from payroll",
            "new copy --from payroll/kept"
        }) {
            fails("box " + verb, "no such box: payroll (see 'box list')");
        }
        refused(
                "box rm work payroll nowhere --force; test $? = 1 && box info work >/dev/null && exit 2",
                "no such box");
        says("box prune --force", "nothing to prune");
        assertThat(payroll()).isEqualTo(before);
        assertThat(host.sh("ls /root")).doesNotContain("p.tar.gz");
    }

    @Test
    @Order(8)
    void whatComesFromAGuestIsHarmlessOnATerminal() {
        title("Untrusted words");
        template("evil", "BOX_DESCRIPTION=\"$(printf '" + EVIL + "')nice\"", "");
        template("bad", "BOX_DESCRIPTION=\"bad\"", """
                runcmd:
                  - [sh, -c, "printf '%s' >&2; exit 3"]
                """.formatted(EVIL.replace("\\", "\\\\")));
        harmless("box templates");
        harmless("box new bad --template evil");
        harmless("box new bad --template bad");
        harmless("incus config set bad user.box.created=\"$(printf '" + EVIL + "')\" user.box.template=\"$(printf '"
                + EVIL + "')\"; box list; box info bad");
        harmless("incus exec bad -- hostname \"$(printf 'x" + EVIL + "')\"; box snapshot bad --json");
        harmless("incus image set-property box/debian/13/cloud description \"$(printf '" + EVIL
                + "')\"; box image list");
        harmless("incus snapshot create bad \"$(printf 'a" + EVIL + "')\"; box info bad; box restore bad nope");
        harmless("incus exec bad -- touch \"/root/$(printf 'f" + EVIL + "')\"; box cp bad:/root /root/bad");
        says("box prune --dry-run", "box whose mint failed");
        says("box prune --dry-run --json", "\"outcome\":\"planned\"");
        says("box prune --force", "deleted: bad");
        host.sh("rm -r /etc/box/templates/evil /etc/box/templates/bad");
    }

    @Test
    @Order(9)
    void theHostsVerbsAsk() {
        title("This host");
        says("box setup-host --dry-run", "nothing would change");
        says("box tenants --json", "box.tenants/1");
        says("box setup-host --json", "\"outcome\":\"converged\"");
        says("box teardown-host --dry-run --json", "\"outcome\":\"planned\"");
        says("box doctor", "this host is fit to mint boxes");
        says("box migrate-host", "there is nothing of the predecessor on this host");
        says("box teardown-host --dry-run", "would be removed; nothing was");
        String before = everything();
        refused("box teardown-host", "no terminal to ask on");
        fails("box wipe --purge-storage", "instance payroll uses storage pool default; nothing was changed");
        refused("box wipe", "no terminal to ask on");
        refused("box image rm box/debian/13/cloud", "no terminal to ask on");
        refused("box rm work web", "no terminal to ask on");
        asks("box rm work web", "\\x04", 1, "nothing changed");
        asks("box rm work web", "\\x03", 130, "interrupted");
        asks("box teardown-host", "\\x03", 130, "interrupted");
        asks("box wipe", "\\x04", 1, "nothing changed");
        asks("box image rm box/debian/13/cloud", "no\\r", 1, "nothing changed");
        refused("box drill", "say where: --lab or --host");
        refused("box drill --host", "no terminal to ask on");
        assertThat(everything()).isEqualTo(before);
        says("box new brief --ttl 1s; sleep 1; box prune --dry-run", "box past its time");
        refused("box prune", "no terminal to ask on");
        asks("box prune", "y\\r", 0, "deleted: brief");
        asks("box rm work web", "yes\\r", 0, "delete 'work' (running), 'web' (running) and their snapshots?");
        says("box rm other again --force", "");
        says("box teardown-host --yes", "none is left");
        says("box doctor", "fresh: nothing of box is on this machine yet");
        assertThat(payroll()).contains("payroll");
        Set<String> unseen = new TreeSet<>(JsonHelpTest.documented().keySet());
        unseen.removeAll(DOCUMENTS);
        assertThat(unseen).as("documents that no step has printed").containsExactly("box.lab-status/1");
    }

    private static void template(String name, String description, String userData) {
        host.sh("mkdir -p /etc/box/templates/" + name + "; cd /etc/box/templates/" + name + "; cat > box.env <<END\n"
                + description
                + "\nBOX_IMAGE=\"images:debian/13/cloud\"\nBOX_USER=\"dev\"\nEND\ncat > user-data.yaml <<'END'\n"
                + "#cloud-config\nusers:\n  - {name: dev, shell: /bin/bash}\n" + userData + "END");
    }

    private static String payroll() {
        return host.sh("incus list payroll -f json | sed 's/\"last_used_at\":\"[^\"]*\"//'; incus config show payroll");
    }

    /** What a destructive verb that was not consented to must leave as it is. */
    private static String everything() {
        return host.sh(
                "incus list -f csv -c nst; incus image list -f csv -c lf; incus network list -f csv; nft list tables");
    }

    private static void title(String text) {
        WRITTEN.append("\n\n# ").append(text).append('\n');
    }

    private static void says(String line, String words) {
        Subprocess.Result result = step(line);
        assertThat(result.exitStatus()).as(words(line, result)).isZero();
        assertThat(result.stdout() + result.stderr()).as(line).contains(words);
    }

    /** Asked wrong: status 2. */
    private static void refused(String line, String words) {
        status(2, line, words);
    }

    /** It went wrong: status 1. */
    private static void fails(String line, String words) {
        status(1, line, words);
    }

    private static void status(int status, String line, String... words) {
        Subprocess.Result result = step(line);
        assertThat(result.exitStatus()).as(words(line, result)).isEqualTo(status);
        for (String word : words) {
            assertThat(result.stderr()).as(line).contains(word);
        }
    }

    private static void asks(String line, String keys, int status, String words) {
        Subprocess.Result result = typed("[y/N]", keys, line);
        assertThat(result.exitStatus()).as(words(line, result)).isEqualTo(status);
        assertThat(result.stdout()).as(line).contains(words);
    }

    private static Subprocess.Result typed(String prompt, String keys, String line) {
        return written(
                line + "      [typed at '" + prompt.strip() + "': " + keys + "]", host.onTerminal(prompt, keys, line));
    }

    /** Not one byte that a terminal would take for a command, whatever the status. */
    private static void harmless(String line) {
        Subprocess.Result result = step(line);
        assertThat(result.stdout() + result.stderr())
                .as(line)
                .doesNotContain("\u001b", "\u0007", "\u009b")
                .isNotBlank();
    }

    private static Subprocess.Result step(String line) {
        Subprocess.Result result = written(line, host.run("bash", "-c", line));
        if (result.stdout().startsWith("{\"schema\"")) {
            document(result.stdout());
        }
        assertThat(result.stderr() + result.stdout())
                .as(line)
                .doesNotContain("\tat ", "WARNING:", "SLF4J", "fault in box");
        return result;
    }

    /** Every document that is printed on the way is the one that {@code box help json} describes. */
    private static void document(String json) {
        String schema = json.replaceFirst("(?s)\\{\"schema\":\"([^\"]*)\".*", "$1");
        DOCUMENTS.add(schema);
        List<String> fields = new ArrayList<>(JsonHelpTest.documented().getOrDefault(schema, List.of()));
        assertThat(fields).as("help json knows " + schema).isNotEmpty();
        if (schema.equals("box.list/1")) {
            JsonHelpTest.documented().getOrDefault("box.info/1", List.of()).stream()
                    .filter(field -> field.startsWith("box."))
                    .forEach(field -> fields.add(field.replaceFirst("box\\.", "boxes[].")));
        }
        fields.add("schema text");
        Set<String> found = new TreeSet<>();
        collect("", Jsonb.builder().build().type(Object.class).fromJson(json), found);
        found.removeIf(field -> field.endsWith("[] text"));
        assertThat(fields).as(schema + ": " + json).containsAll(found);
        fields.removeIf(field -> field.contains("[]"));
        assertThat(found).as(schema + ": " + json).containsAll(fields);
    }

    private static void collect(String path, Object value, Set<String> into) {
        switch (value) {
            case Map<?, ?> map ->
                map.forEach((key, inner) -> collect(path.isEmpty() ? "" + key : path + "." + key, inner, into));
            case List<?> list -> {
                into.add(path + " list");
                list.forEach(inner -> collect(path + "[]", inner, into));
            }
            case Boolean any -> into.add(path + " boolean");
            case Number any -> into.add(path + " number");
            default -> into.add(path + " text");
        }
    }

    private static Subprocess.Result written(String line, Subprocess.Result result) {
        WRITTEN.append("\n$ ").append(line).append('\n').append(result.stdout()).append(result.stderr());
        if (result.exitStatus() != 0) {
            WRITTEN.append("[status ").append(result.exitStatus()).append("]\n");
        }
        return result;
    }

    private static String words(String line, Subprocess.Result result) {
        return line + "\n" + result.stdout() + result.stderr();
    }
}
