package dev.box.core.tenant;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Machine;
import dev.box.core.text.Untrusted;
import dev.box.core.wait.Poll;
import dev.box.incus.Deadline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An account's processes that can still open incus-user's socket. A process keeps the groups that it started with, so
 * these outlive the membership.
 */
public final class Sessions {

    private static final String END = "ending the sessions";

    private final Machine machine;

    public Sessions(Machine machine) {
        this.machine = machine;
    }

    /**
     * A live process.
     *
     * @param pid on the host
     * @param command its name; harmless to print
     */
    public record Process(int pid, String command) {
        @Override
        public String toString() {
            return pid + " (" + command + ")";
        }
    }

    /** The account's processes that hold this group. */
    public List<Process> of(int uid, int gid, Deadline deadline) {
        // -s: a process that ends meanwhile is no error
        String status = machine.command("sh", "-c", "grep -sHE '^(Name|Uid|Gid|Groups):' /proc/[0-9]*/status; :")
                .run(deadline)
                .stdout();
        return parse(status, uid, gid);
    }

    static List<Process> parse(String status, int uid, int gid) {
        Map<Integer, Map<String, String>> processes = new LinkedHashMap<>();
        for (String line : status.split("\n")) {
            String[] parts = line.split(":", 3);
            String[] path = parts[0].split("/");
            if (parts.length == 3 && path.length == 4) {
                processes
                        .computeIfAbsent(Integer.parseInt(path[2]), pid -> new LinkedHashMap<>())
                        .put(parts[1], parts[2].strip());
            }
        }
        List<Process> found = new ArrayList<>();
        processes.forEach((pid, facts) -> {
            String groups = facts.getOrDefault("Gid", "") + " " + facts.getOrDefault("Groups", "");
            if (has(facts.getOrDefault("Uid", ""), uid) && has(groups, gid)) {
                found.add(new Process(pid, Untrusted.line(facts.getOrDefault("Name", ""))));
            }
        });
        return found;
    }

    private static boolean has(String numbers, int wanted) {
        return List.of(numbers.split("\\s+")).contains(Integer.toString(wanted));
    }

    /** Ends them, hard, until none is left: one that is ended may just have started another. */
    void end(Account account, int gid, Deadline deadline) {
        Optional<Boolean> none = Poll.until(END + " of " + account.name(), deadline, () -> {
            List<Process> left = of(account.uid(), gid, deadline);
            for (Process process : left) {
                // its failure is that the process ended by itself, or that it is still there at the next look
                machine.command("kill", "-KILL", Integer.toString(process.pid()))
                        .run(deadline);
            }
            return left.isEmpty() ? Optional.of(true) : Optional.empty();
        });
        if (none.isEmpty()) {
            throw new BoxFailure.Failed(
                    END + " of " + account.name(),
                    "still there: " + of(account.uid(), gid, Deadline.seconds(10)),
                    command(account) + ", then run it again");
        }
    }

    /** What ends an account's sessions by hand. */
    public static String command(Account account) {
        return "sudo pkill -KILL -u " + account.name();
    }
}
