package dev.box.incus;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A command to run in a running instance.
 *
 * @param command program and arguments; no shell in between
 * @param environment added to what the daemon sets
 * @param user numeric uid in the guest
 * @param group numeric gid in the guest
 * @param cwd directory in the guest; empty for the user's home, as the daemon sees it
 * @param interactive whether it gets a terminal, which merges stdout and stderr
 * @param width columns of that terminal, 0 for unknown
 * @param height lines of that terminal, 0 for unknown
 * @param label what messages call it
 */
public record ExecRequest(
        List<String> command,
        Map<String, String> environment,
        int user,
        int group,
        String cwd,
        boolean interactive,
        int width,
        int height,
        String label) {

    /** As root, in root's home, without a terminal. */
    public static ExecRequest of(List<String> command) {
        return new ExecRequest(List.copyOf(command), Map.of(), 0, 0, "", false, 0, 0, command.getFirst());
    }

    public static ExecRequest of(String... command) {
        return of(List.of(command));
    }

    /** Its name in messages, where the program that is started only starts another one. */
    public ExecRequest called(String name) {
        return new ExecRequest(command, environment, user, group, cwd, interactive, width, height, name);
    }

    public ExecRequest as(int uid, int gid) {
        return new ExecRequest(command, environment, uid, gid, cwd, interactive, width, height, label);
    }

    public ExecRequest in(String directory) {
        return new ExecRequest(command, environment, user, group, directory, interactive, width, height, label);
    }

    public ExecRequest env(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(environment);
        more.put(name, value);
        return new ExecRequest(command, more, user, group, cwd, interactive, width, height, label);
    }

    public ExecRequest terminal(int columns, int lines) {
        return new ExecRequest(command, environment, user, group, cwd, true, columns, lines, label);
    }
}
