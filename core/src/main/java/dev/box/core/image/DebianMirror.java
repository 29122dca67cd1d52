package dev.box.core.image;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Subprocess;
import dev.box.core.settings.Setting;
import dev.box.core.settings.Settings;
import dev.box.incus.Deadline;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Where Debian packages come from: {@code BOX_MIRROR}, else the mirror that this machine's own apt uses. box names no
 * mirror itself, so that a build never goes somewhere the operator did not choose.
 *
 * @param url base of the archive, e.g. what stands before {@code dists/trixie}; no trailing slash
 */
public record DebianMirror(String url) {

    /** The Debian release that box builds. */
    public static final String SUITE = "trixie";

    private static final Path KEYRING = Path.of("/usr/share/keyrings/debian-archive-keyring.gpg");

    /** Throws {@link BoxFailure.Failed} if neither the setting nor apt names one. */
    public static DebianMirror find(Settings settings, Deadline deadline) {
        if (settings.isSet(Setting.BOX_MIRROR)) {
            return new DebianMirror(withoutSlash(settings.get(Setting.BOX_MIRROR)));
        }
        Subprocess.Result answer = Subprocess.of(
                        "apt-get", "indextargets", "--format", "$(REPO_URI)", "Created-By: Packages")
                .run(deadline.within(Duration.ofSeconds(20)));
        return among(answer.ok() ? answer.stdout().lines().toList() : List.of());
    }

    /** The first of apt's repositories that is a Debian archive (Ubuntu's and third parties' are not). */
    static DebianMirror among(List<String> repositories) {
        for (String repository : repositories) {
            String url = withoutSlash(repository.strip());
            if (url.endsWith("/debian")) {
                return new DebianMirror(url);
            }
        }
        throw new BoxFailure.Failed(
                "looking for a Debian mirror",
                "this machine's apt uses none" + (repositories.isEmpty() ? "" : ", only " + repositories),
                "name one: BOX_MIRROR=<url of a Debian archive>");
    }

    /** The apt source line for {@link #SUITE}, checked against Debian's own keys. */
    public String sourceLine() {
        return sourceLine(SUITE);
    }

    /** The same for another suite. */
    public String sourceLine(String suite) {
        String keys = Files.exists(KEYRING) ? "[signed-by=" + KEYRING + "] " : "";
        return "deb " + keys + url + " " + suite + " main";
    }

    private static String withoutSlash(String url) {
        return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    }
}
