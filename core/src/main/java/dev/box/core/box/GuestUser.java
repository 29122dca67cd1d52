package dev.box.core.box;

import dev.box.core.failure.BoxFailure;
import dev.box.core.template.UserName;
import dev.box.core.text.Untrusted;
import dev.box.incus.ExecRequest;
import java.util.ArrayList;
import java.util.List;

/**
 * The user that a box is entered as, and how: with its own groups, its home as working directory, and a PATH that holds
 * {@code ~/.local/bin}. A shell that is not interactive reads no rc file, so nothing else would put that there.
 */
public record GuestUser(String name) {

    private static final String SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

    /**
     * A signal that the daemon hands to one process reaches all that it has started, and who does not heed it is killed
     * soon after. It sets no time limit (0) of its own.
     */
    private static final List<String> ITS_OWN_GROUP = List.of("timeout", "--kill-after=2", "0");

    /**
     * Not runuser: that stays as a parent which keeps signals to itself and comments on them in the command's output. The
     * shell finds the user's group by itself, since each further process costs a short command a few milliseconds; a user
     * from elsewhere than the file is asked for.
     */
    private static final String BECOME = """
            while IFS=: read -r user _ _ group _ <&3; do
                [ "$user" != "$0" ] || exec setpriv --reuid="$0" --regid="$group" --init-groups -- "$@" 3<&-
            done 3</etc/passwd
            exec setpriv --reuid="$0" --regid="$(id -g -- "$0")" --init-groups -- "$@"
            """;

    /** Gives the terminal to the user first: it opens as root's, and then {@code > /dev/stderr} is refused in it. */
    private static final String OWN_TERMINAL = "chown -- \"$0\" \"$(tty)\"; exec \"$@\"";

    /** The user of that name, root if the stamp names none. Throws {@link BoxFailure.Failed} if it is no user name. */
    public static GuestUser of(String name) {
        String user = name.isEmpty() ? "root" : name;
        if (!UserName.isValid(user)) {
            throw new BoxFailure.Failed(
                    "reading whom to enter the box as",
                    "its stamp says '" + Untrusted.line(name) + "', which is no user name",
                    "incus config set BOX " + StampKey.USER.key() + "=NAME");
        }
        return new GuestUser(user);
    }

    /** By convention of every template; minting checks that it is so. */
    public String home() {
        return name.equals("root") ? "/root" : "/home/" + name;
    }

    /** {@code command} as this user without a terminal; its exit status is the request's, 127 for "no such command". */
    public ExecRequest command(List<String> command, String term) {
        List<String> all = new ArrayList<>(ITS_OWN_GROUP);
        all.addAll(entering(command));
        return request(all, term).called(command.getFirst());
    }

    /** {@code command} on a terminal of that size, in characters. */
    public ExecRequest command(List<String> command, String term, int width, int height) {
        return request(owningTerminal(entering(command)), term).terminal(width, height);
    }

    /** A login shell on a terminal of that size, in characters. */
    public ExecRequest shell(String term, int width, int height) {
        return request(owningTerminal(loginShell()), term).terminal(width, height);
    }

    /** A login shell that reads its commands from a stream. */
    public ExecRequest shell(String term) {
        return request(loginShell(), term);
    }

    private ExecRequest request(List<String> command, String term) {
        return ExecRequest.of(command)
                .in(home())
                .env("TERM", isTerm(term) ? term : "xterm")
                .env("LANG", "C.UTF-8")
                .env("HOME", home())
                .env("USER", name)
                .env("LOGNAME", name)
                .env("PATH", home() + "/.local/bin:" + SYSTEM_PATH);
    }

    /** Sets the groups as a login would. */
    private List<String> entering(List<String> command) {
        if (name.equals("root")) {
            return command;
        }
        List<String> all = new ArrayList<>(List.of("sh", "-c", BECOME, name));
        all.addAll(command);
        return all;
    }

    private List<String> loginShell() {
        return List.of("runuser", "--whitelist-environment=LANG", "--login", name);
    }

    private List<String> owningTerminal(List<String> command) {
        List<String> all = new ArrayList<>(List.of("sh", "-c", OWN_TERMINAL, name));
        all.addAll(command);
        return all;
    }

    /** The caller's own TERM goes into the guest; anything but a terminal's name stays out. */
    private static boolean isTerm(String term) {
        for (int i = 0; i < term.length(); i++) {
            char c = term.charAt(i);
            boolean plain = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
            if (!plain && "-+._".indexOf(c) < 0) {
                return false;
            }
        }
        return !term.isEmpty();
    }
}
