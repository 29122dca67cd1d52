package dev.box.core.tenant;

import dev.box.core.failure.BoxFailure;
import dev.box.core.net.JsonTree;
import dev.box.core.process.Machine;
import dev.box.core.process.Subprocess;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The daemon as an account sees it: the incus client run with that account's credentials against incus-user's socket. It
 * gets a configuration of its own, so that nobody's aliases answer in the client's place.
 */
final class UserSide {

    private static final String QUERY = """
            d=$(mktemp -d) || exit 1
            INCUS_CONF=$d incus query "$1"
            s=$?
            rm -rf "$d"
            exit $s
            """;

    private final Machine machine;
    private final Account account;
    private final Path socket;
    private final String groups;

    private UserSide(Machine machine, Account account, Path socket, String groups) {
        this.machine = machine;
        this.account = account;
        this.socket = socket;
        this.groups = groups;
    }

    /** With the groups that the account gets at its next login. */
    static UserSide atLogin(Machine machine, Account account, Path socket) {
        return new UserSide(machine, account, socket, "--init-groups");
    }

    /** With one group, whoever its members are: this is how a project comes to be before anyone may use it. */
    static UserSide withGroup(Machine machine, Account account, Path socket, int gid) {
        return new UserSide(machine, account, socket, "--groups=" + gid);
    }

    /** Has incus-user notice the account, which makes its project if there is none. */
    void touch(Deadline deadline) {
        String tried = "having incus-user make project " + account.project();
        Subprocess.Result result = query("/1.0", deadline);
        if (!result.ok()) {
            throw new BoxFailure.Failed(
                    tried,
                    Untrusted.line(result.complaint()),
                    "sudo journalctl -u incus-user -n 20, then run it again");
        }
    }

    Subprocess.Result query(String path, Deadline deadline) {
        List<String> command = new ArrayList<>(
                List.of("setpriv", "--reuid=" + account.uid(), "--regid=" + account.gid(), groups, "--", "env", "-i"));
        command.addAll(List.of("PATH=/usr/local/bin:/usr/bin:/bin", "INCUS_SOCKET=" + socket));
        command.addAll(List.of("sh", "-c", QUERY, "query", path));
        return machine.command(command).run(deadline);
    }

    /** What that path holds, as a list of objects. */
    List<Map<String, Object>> objects(String path, Deadline deadline) {
        return JsonTree.objects(answer(path, deadline), path);
    }

    /** What that path holds, as one object. */
    Map<String, Object> object(String path, Deadline deadline) {
        return JsonTree.object(answer(path, deadline), path);
    }

    private String answer(String path, Deadline deadline) {
        Subprocess.Result result = query(path, deadline);
        if (!result.ok()) {
            throw new BoxFailure.Failed(
                    "asking the daemon for " + path + " as " + account.name(),
                    Untrusted.line(result.complaint()),
                    "run it again; if it stays: sudo journalctl -u incus-user -n 20");
        }
        return result.stdout();
    }
}
