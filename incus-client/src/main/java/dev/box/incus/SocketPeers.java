package dev.box.incus;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Which processes hold the other ends of the daemon's connections, by {@code ss}: the kernel tells who is connected with
 * whom only through netlink. Naming a process needs the right to look into it, as root or as its owner.
 */
final class SocketPeers {

    private SocketPeers() {}

    /**
     * What could be found out.
     *
     * @param holders the processes at the other ends, this one left out
     * @param unseen how many other ends belong to processes that this user may not look into
     * @param complaint why nothing could be found out; empty otherwise
     */
    record Found(List<SocketHolder> holders, int unseen, String complaint) {
        static Found nothing(String complaint) {
            return new Found(List.of(), 0, complaint);
        }
    }

    static Found of(Path socket, Deadline deadline) {
        Process ss;
        try {
            ss = new ProcessBuilder("ss", "-xpnH").redirectErrorStream(true).start();
            ss.getOutputStream().close();
        } catch (IOException e) {
            return Found.nothing("'ss' is not installed");
        }
        try {
            Thread killer = Thread.ofPlatform().daemon().start(() -> endBy(ss, deadline));
            String table = new String(ss.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            killer.interrupt();
            return parse(table, socket, ProcessHandle.current().pid());
        } catch (IOException e) {
            return Found.nothing("'ss' gave no answer");
        } finally {
            ss.destroyForcibly();
        }
    }

    private static void endBy(Process process, Deadline deadline) {
        try {
            if (!process.waitFor(deadline.remainingMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            // all of its output is read: nothing to guard any more
        }
    }

    /** Columns: Netid State Recv-Q Send-Q Local-Path Local-Inode Peer-Path Peer-Inode [users:(("name",pid=N,fd=N),…)]. */
    static Found parse(String table, Path socket, long self) {
        SocketTable.Names names = SocketTable.names(socket);
        List<String> farEnds = new ArrayList<>();
        Map<String, String> users = new HashMap<>();
        for (String line : table.split("\n", -1)) {
            String[] columns = line.strip().split("\\s+", 9);
            if (columns.length < 8 || !columns[1].equals("ESTAB")) {
                continue;
            }
            users.put(columns[5], columns.length > 8 ? columns[8] : "");
            if (names.match(columns[4]) && !columns[5].equals("0")) {
                farEnds.add(columns[7]);
            }
        }
        List<SocketHolder> holders = new ArrayList<>();
        int unseen = 0;
        for (String inode : farEnds) {
            SocketHolder holder = holder(users.getOrDefault(inode, ""));
            if (holder == null) {
                unseen++;
            } else if (holder.pid() != self && !holders.contains(holder)) {
                holders.add(holder);
            }
        }
        return new Found(holders, unseen, "");
    }

    private static @org.jspecify.annotations.Nullable SocketHolder holder(String users) {
        int name = users.indexOf("((\"");
        int pid = users.indexOf("\",pid=");
        if (name < 0 || pid < 0) {
            return null;
        }
        int end = pid + 6;
        while (end < users.length() && Character.isDigit(users.charAt(end))) {
            end++;
        }
        return new SocketHolder(Long.parseLong(users.substring(pid + 6, end)), users.substring(name + 3, pid));
    }
}
