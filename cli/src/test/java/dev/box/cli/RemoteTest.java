package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.core.process.Subprocess;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code --remote}: boxes on another machine of the lab's LAN, over TLS, as the incus client there was trusted. */
@Tag("world")
class RemoteTest {

    private static HostInLab here = new HostInLab("remote", "host1");
    private static HostInLab there = new HostInLab("remote", "host2");

    @BeforeAll
    static void twoHostsOfWhichOneTrustsTheOther() {
        List<HostInLab> hosts = HostInLab.two("remote");
        here = hosts.getFirst();
        there = hosts.getLast();
        String token = there.sh("incus config set core.https_address :8443 && incus config trust add here -q");
        here.sh("incus remote add far '" + token + "'");
        there.sh("incus init box/debian/13/cloud payroll --storage default");
    }

    @AfterAll
    static void takeThemDown() {
        here.close();
    }

    @Test
    void aBoxLivesOnTheOtherMachineAndNowhereElse() {
        assertThat(here.sh("box new away --remote far --container")).contains("away is ready: 10.88.0.");
        assertThat(there.sh("box list")).contains("away", "running");
        assertThat(here.sh("box list 2>&1")).contains("no boxes yet");
        assertThat(here.sh("box list --remote far")).contains("away", "running");
        assertThat(here.sh("echo piped | box exec --remote far away -- sh -c 'hostname; cat'"))
                .isEqualTo("away\npiped");
        assertThat(here.run("box", "exec", "away", "--remote", "far", "--", "sh", "-c", "exit 9")
                        .exitStatus())
                .isEqualTo(9);
        assertThat(here.onTerminal("$ ", "exit 4\\r", "TERM=xterm box shell away --remote far")
                        .exitStatus())
                .isEqualTo(4);
        assertThat(here.sh(
                        "head -c 3000000 /dev/urandom > /root/f; box cp --remote far /root/f away: && box cp --remote far"
                                + " away:f /root/g && cmp /root/f /root/g && echo same"))
                .isEqualTo("same");
        assertThat(here.sh("box snapshot away good --remote far --quiet && box restore away good --force --remote far"))
                .contains("away is back at good: 10.88.0.");
        assertThat(here.sh("box incus away --remote far -- config get {} user.box"))
                .isEqualTo("1");
        assertThat(here.sh(
                        "box down away --remote far && box export away /root/away.gz --remote far >/dev/null && box import"
                                + " /root/away.gz --name home && box start home && box exec home -- hostname"))
                .endsWith("home");
        here.sh("box rm away --force --remote far && box rm home --force");
        assertThat(there.sh("box list 2>&1")).contains("no boxes yet");
        assertThat(here.sh("ls -d /tmp/box-remote-* 2>/dev/null || echo none")).isEqualTo("none");
    }

    @Test
    void whatIsNotABoxThereIsNoneFromHere() {
        Subprocess.Result refused = here.run("box", "rm", "payroll", "--force", "--remote", "far");
        assertThat(refused.exitStatus()).isEqualTo(1);
        assertThat(refused.stderr()).contains("no such box: payroll");
        assertThat(there.sh("incus list -f csv -c n")).contains("payroll");
    }

    @Test
    void aRemoteThatIsUnknownUnreachableOrAnotherIsSaidSo() {
        Subprocess.Result unknown = here.run("box", "list", "--remote", "fra");
        assertThat(unknown.exitStatus()).isEqualTo(2);
        assertThat(unknown.stderr()).contains("no such remote; there is: ", "far");

        here.sh("cp ~/.config/incus/servercerts/far.crt /root/kept; cp ~/.config/incus/client.crt"
                + " ~/.config/incus/servercerts/far.crt");
        Subprocess.Result other = here.run("box", "list", "--remote", "far");
        assertThat(other.exitStatus()).isEqualTo(1);
        assertThat(other.stderr()).contains("it shows another certificate than the one that was trusted");
        here.sh("cp /root/kept ~/.config/incus/servercerts/far.crt");

        there.sh("incus config unset core.https_address");
        Subprocess.Result closed = here.run("box", "list", "--remote", "far");
        assertThat(closed.exitStatus()).isEqualTo(1);
        assertThat(closed.stderr()).contains("reaching remote 'far' at https://", "incus list far:");
        there.sh("incus config set core.https_address :8443");
    }
}
