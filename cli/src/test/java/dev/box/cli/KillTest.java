package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * {@code kill -9} of the verbs that make something, at moments spread by a seed over the time that each one takes, and the
 * daemon killed in the middle. What is left never looks whole without being it, is cleaned up, and is in nobody's way.
 */
@Tag("world")
class KillTest {

    /** Of each verb; {@code -Dbox.killRounds=20} takes ten minutes. */
    private static final int ROUNDS = Integer.getInteger("box.killRounds", 10);

    private static final long SEED = 20_261_130;

    /** In the host: prints {@code FAULT ...} for whatever must not be. */
    private static final String FUNCTIONS = """
            state() { local s=$(box list --json | grep -o '"name":"'$1'","state":"[a-z]*"' | cut -d'"' -f8); echo ${s:-none}; }
            # what the daemon was asked for goes on after whoever asked is gone
            settle() { until ! incus operation list -f csv 2>/dev/null | grep -q RUNNING; do sleep 0.1; done; }
            killed() { local delay=$1; shift; "$@" >/tmp/out 2>&1 </dev/null & local p=$!; sleep $delay; kill -9 $p 2>/dev/null; wait $p 2>/dev/null; settle; }
            # a box that box calls whole is one: it is up or comes up, knows its name, and is nobody else
            whole() { [ "$(state $1)" = running ] || box start $1 >/dev/null 2>&1 || echo FAULT $1 does not start
                box exec $1 -- true || echo FAULT $1 cannot be entered
                [ "$(box exec $1 -- hostname)" = $1 ] || echo FAULT $1 calls itself something else
                local id=$(box exec $1 -- cat /etc/machine-id); [ ${#id} = 32 ] || echo FAULT no machine-id
                [ "$id" = "$(box info $1 --json | grep -o '"machineId":"[^"]*"' | cut -d'"' -f4)" ] || echo FAULT another machine-id
                [ "$id" != "$(box exec keep -- cat /etc/machine-id)" ] || echo FAULT a twin
                box exec $1 -- test -e /run/cloud-init/result.json || box exec $1 -- test -e /etc/cloud/cloud-init.disabled || echo FAULT first boot under way; }
            gone() { local s=$(state $1)
                case $s in
                none) ;;
                incomplete) box start $1 >/dev/null 2>&1 && echo FAULT an incomplete box was started
                    box prune --force >/tmp/pruned 2>&1 || { echo FAULT prune; cat /tmp/pruned; } ;;
                failed) box prune --force >/tmp/pruned 2>&1 || { echo FAULT prune; cat /tmp/pruned; } ;;
                running|stopped) whole $1; box rm $1 --force >/dev/null 2>&1 || echo FAULT rm ;;
                *) echo FAULT state $s ;;
                esac
                echo "left: $s"
                [ "$(state $1)" = none ] || echo FAULT $1 is still there
                incus list -f csv -c n | grep -vxE 'keep|file|box-base-.*' | sed 's/^/FAULT instance /'; }
            """;

    private static final StringBuilder WRITTEN = new StringBuilder();
    private static HostInLab host = new HostInLab("kill", "host1");

    @BeforeAll
    static void aHostWithABoxAndAFile() {
        host = HostInLab.up("kill");
        host.sh("cat > /root/functions <<'END'\n" + FUNCTIONS + "END\n"
                + "box new keep && box exec keep -- sh -c 'echo kept > note' && box new file && box down file"
                + " && box export file /root/file.tar.gz");
        assertThat(host.sh(". /root/functions; state keep; state file; state nobody"))
                .isEqualTo("running\nstopped\nnone");
    }

    @AfterAll
    static void writeItDown() throws IOException {
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target/kill.txt"), WRITTEN);
        host.close();
    }

    @Test
    void aKilledMintIsNeverTakenForABoxAndIsPruned() {
        rounds("new, warm", ROUNDS / 2, "box new k", "box new k; box rm k --force", "gone k");
        rounds("new, cold", ROUNDS / 2, "box new k --no-cache", "box new k --no-cache; box rm k --force", "gone k");
    }

    @Test
    void aKilledImportIsNeverTakenForABoxAndIsPruned() {
        String command = "box import /root/file.tar.gz --name k";
        rounds("import", ROUNDS, command, command + "; box rm k --force", "gone k");
    }

    @Test
    void aKilledExportLeavesNothingUnderItsNameAndTheNextOneNothingBeside() {
        rounds("export", ROUNDS, "box export file /root/out/f", "mkdir -p /root/out; box export file /root/out/f", """
                if [ -e /root/out/f ]; then echo left: whole; gzip -t /root/out/f || echo FAULT a broken file
                else echo left: nothing; fi
                box prune --force >/dev/null 2>&1
                incus query /1.0/instances/file/backups | grep -q box-export && echo FAULT the daemon keeps a copy
                box export file /root/out/f --force >/tmp/out 2>&1 || { echo FAULT next export; cat /tmp/out; }
                [ "$(ls -A /root/out)" = f ] || { echo FAULT beside it; ls -A /root/out; }
                rm /root/out/f""");
    }

    @Test
    void aKilledExposeLeavesNoOpeningWithoutADoorAndIsRepairedByDoctor() {
        host.sh("incus exec keep -- systemd-run --quiet python3 -m http.server 7100");
        rounds(
                "expose",
                ROUNDS,
                "box expose keep 7100 7100",
                "box expose keep 7100 7100; box expose keep --remove 7100",
                """
                doors=$(box expose --list --json); rules=$(incus network acl show box-isolate | sed -n '/^ingress/,/^egress/p' | grep -c destination_port)
                case $doors in *7100*) echo left: a door ;; *) echo left: nothing; [ $rules = 0 ] || echo FAULT an opening without a door ;; esac
                box doctor --fix >/tmp/out 2>&1 || { echo FAULT doctor; cat /tmp/out; }
                case $doors in *7100*) bash -c '</dev/tcp/127.0.0.1/7100' || echo FAULT a listed door is closed
                    box expose keep --remove 7100 >/dev/null || echo FAULT remove ;; esac
                box expose keep 7100 7100 >/tmp/out 2>&1 || { echo FAULT next expose; cat /tmp/out; }
                bash -c '</dev/tcp/127.0.0.1/7100' || echo FAULT the next door is closed
                box expose keep --remove 7100 >/dev/null || echo FAULT remove
                incus network acl show box-isolate | grep -q destination_port.*7100 && echo FAULT a rule is left; true""");
    }

    @Test
    void aDaemonThatIsKilledMeanwhileIsAClearErrorAndNothingIsLost() {
        daemonKilled("box new k", "gone k");
        daemonKilled("box import /root/file.tar.gz --name k", "gone k");
        daemonKilled(
                "box export file /root/out2",
                "[ ! -e /root/out2 ] || gzip -t /root/out2 || echo FAULT a broken file; rm -f"
                        + " /root/out2; box prune --force >/dev/null 2>&1");
        daemonKilled(
                "box expose keep 7101 7101",
                "box doctor --fix >/dev/null; box expose keep --remove 7101 >/dev/null 2>&1; true");
        assertThat(host.sh("box start keep >/dev/null; box exec keep -- cat note; box list | grep -c file"))
                .isEqualTo("kept\n1");
    }

    /** {@code undisturbed} is the whole verb and its undoing: it tells how long to spread the moments over, and works at the end too. */
    private static void rounds(String what, int rounds, String command, String undisturbed, String after) {
        Random random = new Random(SEED);
        double seconds = Double.parseDouble(host.sh("mkdir -p /root/out; s=$(date +%s%N); " + command
                + " >/tmp/out 2>&1 || { cat /tmp/out; exit 1; }; e=$(date +%s%N); "
                + undo(command, undisturbed) + " >/dev/null 2>&1; echo $(((e-s)/1000000))e-3"));
        for (int round = 0; round < rounds; round++) {
            String delay = String.format(Locale.ROOT, "%.3f", seconds * (round + random.nextDouble()) / rounds);
            record(what, delay, host.sh(". /root/functions; killed " + delay + " " + command + "\n" + after));
        }
        record(what, "next try", host.sh("set -e; " + undisturbed + " >/dev/null"));
    }

    private static String undo(String command, String undisturbed) {
        int end = undisturbed.indexOf("; box ");
        return command.contains("export") ? "rm /root/out/f" : undisturbed.substring(end + 2);
    }

    private static void daemonKilled(String command, String after) {
        String printed = host.sh(
                ". /root/functions; " + command + " >/tmp/out 2>&1 </dev/null & p=$!; until incus operation list"
                        + " -f csv 2>/dev/null | grep -q RUNNING || ! kill -0 $p 2>/dev/null; do :; done; systemctl kill -s KILL incus;"
                        + " systemctl restart incus; wait $p; echo status $?; cat /tmp/out; until incus list >/dev/null 2>&1; do :; done;"
                        + " settle\n" + after);
        record("daemon killed: " + command, "", printed);
        assertThat(printed).as(command).doesNotContain("\tat ", "fault in box");
        if (!printed.contains("status 0")) {
            assertThat(printed).as("words for what happened").contains("box: ");
        }
    }

    private static void record(String what, String when, String printed) {
        WRITTEN.append(what)
                .append("  ")
                .append(when)
                .append("  ")
                .append(printed.replace("\n", " | "))
                .append('\n');
        assertThat(printed).as(what + " " + when).doesNotContain("FAULT");
    }
}
