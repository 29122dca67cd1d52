package dev.box.core.tenant;

import dev.box.core.process.Machine;
import dev.box.incus.Deadline;
import java.util.List;
import java.util.stream.Stream;

/**
 * Programs that hand a group on. A member may give a file of its own to the group and set the bit; whoever runs it has the
 * group, long after the membership ended. What is searched is where an account may write on a usual host: its home and
 * the places for temporary files.
 */
final class SetgidFiles {

    private static final String SEARCH = """
            home=$(getent passwd "$1" | cut -d: -f6)
            for d in "$home" /tmp /var/tmp /dev/shm /run/user/"$2"; do
              [ -n "$d" ] && [ "$d" != / ] && [ -d "$d" ] || continue
              find "$d" -xdev -uid "$2" -group "$3" -perm -2000 -type f -exec chmod g-s -- {} \\; -print
            done
            :
            """;

    private final Machine machine;

    SetgidFiles(Machine machine) {
        this.machine = machine;
    }

    /** Takes the bit away from each, and names them. */
    List<String> disarm(Account account, String group, Deadline deadline) {
        String found = machine.command(
                        "sh", "-c", SEARCH, "search", account.name(), Integer.toString(account.uid()), group)
                .run(deadline)
                .stdout();
        return Stream.of(found.split("\n")).filter(line -> !line.isBlank()).toList();
    }
}
