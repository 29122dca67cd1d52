package dev.box.core.image;

import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One bootstrap of a Debian tree by mmdebstrap, in mount and process namespaces of its own: whatever it mounts while it
 * works is gone with it, also when it is killed.
 *
 * @param packages what to install beside the essential ones
 * @param hook a shell script that gets the tree's path as {@code $1} before the tree is packed
 * @param mirror where packages come from
 * @param suite the Debian release
 */
public record Mmdebstrap(List<String> packages, String hook, DebianMirror mirror, String suite) {

    private static final List<String> UNWANTED = List.of("man", "doc", "locale", "info");

    /** Of the release that box builds. */
    public Mmdebstrap(List<String> packages, String hook, DebianMirror mirror) {
        this(packages, hook, mirror, DebianMirror.SUITE);
    }

    /** Builds into {@code target}: a directory, or a tar file by its suffix. {@code scratch} is a directory for its work. */
    public void build(Path target, Path scratch, Progress.Step step, Deadline deadline) {
        Path script = scratch.resolve("hook.sh");
        try {
            Files.writeString(script, hook);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Subprocess.of(command(target, script))
                .env("TMPDIR", scratch.toString())
                .env("DEBIAN_FRONTEND", "noninteractive")
                .onLine(line -> {
                    if (line.startsWith("I: ")) {
                        step.update(Untrusted.line(line.substring(3)));
                    }
                })
                .orFail(
                        "building Debian " + suite + " from " + mirror.url(),
                        "check that the mirror can be reached, or name another: BOX_MIRROR=<url>",
                        deadline);
    }

    private List<String> command(Path target, Path script) {
        List<String> argv = new ArrayList<>(List.of(
                "unshare",
                "--mount",
                "--propagation=private",
                "--pid",
                "--fork",
                "--kill-child=KILL",
                "--mount-proc",
                "mmdebstrap",
                "--variant=minbase",
                "--aptopt=Acquire::Languages \"none\"",
                "--dpkgopt=force-unsafe-io"));
        for (String directory : UNWANTED) {
            argv.add("--dpkgopt=path-exclude=/usr/share/" + directory + "/*");
        }
        argv.add("--include=" + String.join(",", packages));
        argv.add("--customize-hook=sh '" + script + "' \"$1\"");
        argv.add(suite);
        argv.add(target.toString());
        argv.add(mirror.sourceLine(suite));
        return argv;
    }

    /** Everything that decides what comes out, as text: for a cache key. */
    public String recipe() {
        return String.join(" ", command(Path.of("target"), Path.of("hook"))) + "\n" + hook;
    }
}
