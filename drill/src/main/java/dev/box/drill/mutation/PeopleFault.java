package dev.box.drill.mutation;

import dev.box.core.failure.BoxFailure;
import dev.box.core.host.HostNames;
import dev.box.core.progress.Progress;
import dev.box.core.tenant.Revoke;
import dev.box.incus.Deadline;
import java.util.Map;

/** Real accounts on the host, whose names begin as the run's boxes do. Undone by purging and deleting them. */
final class PeopleFault implements Fault {

    private static final String PREFIX = "prefix";

    @Override
    public Map<String, String> save(World world, Deadline deadline) {
        String box = world.boxes().getFirst();
        return Map.of(PREFIX, box.substring(0, box.lastIndexOf('-') + 1));
    }

    @Override
    public void make(World world, Map<String, String> saved, Deadline deadline) {
        // one by one, by the phase that has use for them
    }

    @Override
    public void undo(World world, Map<String, String> saved, Deadline deadline) {
        String prefix = saved.getOrDefault(PREFIX, "");
        if (!prefix.startsWith("drill-")) {
            throw new BoxFailure.Failed(
                    "removing the drill's accounts", "'" + prefix + "' is no drill's", "box doctor");
        }
        String passwd =
                world.machine().command("getent", "passwd").run(deadline).stdout();
        for (String line : passwd.split("\n")) {
            String name = line.substring(0, Math.max(0, line.indexOf(':')));
            if (name.startsWith(prefix)) {
                remove(world, name, deadline);
            }
        }
    }

    private static void remove(World world, String name, Deadline deadline) {
        new Revoke(world.host()).purge(name, Progress.silent(), deadline);
        // userdel refuses while a process of the account is left, such as its service manager, which lingers
        String script =
                "pkill -KILL -u \"$1\"; while pgrep -u \"$1\" >/dev/null; do :; done; userdel -r \"$1\" 2>/dev/null"
                        + "; ! id \"$1\" 2>/dev/null";
        world.machine()
                .command("sh", "-c", script, "remove", name)
                .orFail("removing account " + name, "sudo userdel -r " + name + "; " + HostNames.NETWORK, deadline);
    }
}
