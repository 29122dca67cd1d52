package dev.box.incus;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * What the kernel tells everyone about the daemon's socket ({@code /proc/net/unix}): who waits to be accepted and who was
 * accepted. It covers this process's network namespace only.
 *
 * @param listening whether a listener is known by this path
 * @param waiting connections that the kernel took and the daemon has not accepted
 * @param accepted inodes of the connections that the daemon holds
 */
record SocketTable(boolean listening, int waiting, Set<String> accepted) {

    private static final int ACCEPTS_CONNECTIONS = 0x10000;
    private static final String CONNECTING = "02";
    private static final String CONNECTED = "03";

    static SocketTable read(Path socket) {
        try {
            return parse(Files.readString(Path.of("/proc/net/unix"), StandardCharsets.UTF_8), names(socket));
        } catch (IOException e) {
            return new SocketTable(false, 0, Set.of());
        }
    }

    /** The daemon bound a path of its own mount namespace, so a longer one here may end with it. */
    static Names names(Path socket) {
        String given = socket.toAbsolutePath().toString();
        String real = given;
        try {
            real = socket.toRealPath().toString();
        } catch (IOException e) {
            // it is gone; the given name has to do
        }
        return new Names(given, real);
    }

    record Names(String given, String real) {
        boolean match(String bound) {
            return bound.equals(given)
                    || bound.equals(real)
                    || (given.startsWith("/proc/") && given.endsWith("/root" + bound));
        }
    }

    /** Columns: Num RefCount Protocol Flags Type St Inode Path; connections carry the listener's path. */
    static SocketTable parse(String table, Names names) {
        boolean listening = false;
        int waiting = 0;
        Set<String> accepted = new HashSet<>();
        for (String line : table.split("\n", -1)) {
            int slash = line.indexOf('/');
            if (slash < 0 || !names.match(line.substring(slash))) {
                continue;
            }
            String[] columns = line.substring(0, slash).strip().split(" +", -1);
            if (columns.length < 7) {
                continue;
            }
            if ((Long.parseLong(columns[3], 16) & ACCEPTS_CONNECTIONS) != 0) {
                listening = true;
            } else if (columns[5].equals(CONNECTING)) {
                waiting++;
            } else if (columns[5].equals(CONNECTED)) {
                accepted.add(columns[6]);
            }
        }
        return new SocketTable(listening, waiting, accepted);
    }
}
