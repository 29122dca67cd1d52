package dev.box.core.transfer;

import dev.box.core.box.BoxName;
import dev.box.core.box.OwnKeys;
import dev.box.core.box.StampKey;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.HostNames;
import dev.box.core.mint.Adoption;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.Instance;
import dev.box.incus.Profile;
import dev.box.incus.StorageResources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes a box from a file that {@link Export} wrote somewhere. Nothing is created before the whole file was checked, and
 * the daemon sees this host's truth in place of the file's. Until the last step the box carries {@code minting}, so a kill
 * leaves nothing that looks whole.
 */
public final class Import {

    private final Incus incus;

    public Import(Incus incus) {
        this.incus = incus;
    }

    /**
     * A box that was made.
     *
     * @param name of the box
     * @param from what it was called when it was exported
     * @param snapshots how many came with it
     */
    public record Imported(String name, String from, int snapshots) {}

    /**
     * Makes it; it stays down.
     *
     * @param name empty for the name that it had
     * @throws BoxFailure.Refused for a file that is no export or a name that is taken; nothing was created
     */
    public Imported run(Path file, String name, Progress progress, Deadline deadline) {
        if (!Files.isRegularFile(file)) {
            throw new BoxFailure.Refused(
                    "importing " + file,
                    Files.exists(file) ? "it is no plain file" : "there is no such file",
                    "see what there is: ls -la " + file.toAbsolutePath().getParent());
        }
        if (!name.isEmpty()) {
            requireFree(BoxName.of(name), file, deadline);
        }
        String pool = pool(deadline);
        Archive archive = new Archive(file, free(pool, deadline));
        Manifest manifest = check(archive, file, progress, deadline);
        String called = name.isEmpty() ? BoxName.of(manifest.name()).value() : name;
        requireFree(BoxName.of(called), file, deadline);
        try {
            create(archive, called, pool, progress, deadline);
            finish(called, progress, deadline);
        } catch (IncusException.Conflict e) {
            throw new BoxFailure.Refused(
                    "importing as '" + called + "'",
                    "another import of that name is under way, or one was cut off and the storage pool keeps its name ("
                            + Untrusted.line(e.answered()) + ")",
                    "choose another name: " + again(file, "NAME"));
        } catch (IncusException e) {
            String left = discard(called, e);
            throw OwnKeys.forbids(e)
                    ? OwnKeys.explained(
                            e,
                            "importing box '" + called + "'",
                            "box new " + called + ", and bring files in with: box cp")
                    : Broken.off("importing box '" + called + "'", e, left, again(file, name));
        } catch (BoxFailure.Failed e) {
            discard(called, e);
            throw e;
        }
        return new Imported(called, manifest.name(), manifest.snapshots().size());
    }

    private static Manifest check(Archive archive, Path file, Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step("checking " + file, deadline)) {
            Manifest manifest = archive.check((bytes, of) -> {
                step.update(100 * bytes / Math.max(1, of) + "%");
                requireTime(deadline, file);
            });
            step.done("a box called " + Untrusted.line(manifest.name()));
            return manifest;
        } catch (BadArchive e) {
            throw refused(file, e);
        } catch (IOException e) {
            throw new BoxFailure.Failed("reading " + file, String.valueOf(e.getMessage()), "ls -l " + file, e);
        }
    }

    private static BoxFailure.Refused refused(Path file, BadArchive why) {
        return new BoxFailure.Refused(
                "importing " + file,
                String.valueOf(why.getMessage()) + "; nothing was created",
                "use a file that 'box export' wrote");
    }

    private static void requireTime(Deadline deadline, Path file) {
        if (Thread.currentThread().isInterrupted()) {
            throw new BoxFailure.Interrupted("importing " + file);
        }
        if (deadline.expired()) {
            throw new BoxFailure.Failed(
                    "importing " + file,
                    "it took longer than " + deadline.budget().toSeconds() + " s",
                    "give it longer with --timeout");
        }
    }

    private void create(Archive archive, String name, String pool, Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step("importing " + name, deadline)) {
            Archive.Read read = (bytes, of) -> step.update(100 * bytes / Math.max(1, of) + "%");
            Archive.Replacement truth = manifest -> new HostsTruth(manifest, name, pool, stamped(manifest));
            incus.instances()
                    .backups()
                    .restore(name, pool, sink -> archive.rewrite(read, truth, sink), deadline)
                    .await(deadline, news -> step.update(news.text()));
            step.done("");
        }
    }

    private static Map<String, String> stamped(Manifest manifest) throws BadArchive {
        Map<String, Object> config = Manifest.map(manifest.index().get("config"), "index.yaml's config");
        Map<String, String> before = Manifest.strings(
                Manifest.map(config.get("container"), "index.yaml's container").get("config"));
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        Map<String, String> keys = new LinkedHashMap<>(ImportRecord.next(before, now));
        keys.put(StampKey.TAG.key(), "1");
        keys.putAll(Adoption.underWay());
        return keys;
    }

    private void finish(String name, Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step("making " + name + " somebody else", deadline)) {
            requireOwnContract(name, deadline);
            Map<String, String> made =
                    incus.instances().get(name, deadline).value().config();
            Adoption.complete(incus, name, made.getOrDefault("cloud-init.user-data", ""), deadline);
            step.done("");
        }
    }

    /** Read back from the daemon: that what it made of the description is what was meant. */
    private void requireOwnContract(String name, Deadline deadline) {
        Instance made = incus.instances().get(name, deadline).value();
        boolean devices = made.devices().entrySet().stream()
                .allMatch(device -> device.getKey().equals(HostNames.ROOT));
        boolean keys = made.config().keySet().stream()
                .noneMatch(key -> key.startsWith("raw.")
                        || (key.startsWith("security.") && !key.equals("security.nesting"))
                        || key.startsWith("linux.")
                        || key.startsWith("nvidia.")
                        || key.startsWith("environment."));
        if (!devices || !keys || !made.profiles().equals(List.of(HostNames.PROFILE))) {
            throw new BoxFailure.Failed(
                    "checking box '" + name + "' after its import",
                    "the daemon gave it more than box asked for",
                    "report this, with the output of: incus version");
        }
    }

    private static String again(Path file, String name) {
        return "box import " + file + (name.isEmpty() ? "" : " --name " + name);
    }

    /** What stands half-made is not worth a look: the file is still there. Returns what is left, in words. */
    private String discard(String name, RuntimeException cause) {
        boolean interrupted = Thread.interrupted();
        try {
            Deadline own = Deadline.seconds(60);
            boolean half = incus.instances()
                    .find(name, own)
                    .filter(found -> isOurs(found.value().config()))
                    .isPresent();
            if (half) {
                incus.instances().delete(name, own).await(own);
            }
            return half
                    ? "what stood of the box was removed"
                    : "no box of it is there, though Incus may keep what it had unpacked, and the name with it";
        } catch (IncusException e) {
            cause.addSuppressed(e);
            return "if 'box list' shows " + name + " as incomplete: box rm " + name + " --force";
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Of two imports under one name, the one that comes too late must not take the other's away. */
    private static boolean isOurs(Map<String, String> config) {
        return config.entrySet().containsAll(Adoption.underWay().entrySet());
    }

    private void requireFree(BoxName name, Path file, Deadline deadline) {
        if (incus.instances().find(name.value(), deadline).isPresent()) {
            throw new BoxFailure.Refused(
                    "importing as '" + name + "'",
                    "an instance of that name exists",
                    "choose another name: " + again(file, "NAME"));
        }
    }

    private String pool(Deadline deadline) {
        Profile profile = incus.profiles()
                .find(HostNames.PROFILE, deadline)
                .orElseThrow(() -> new BoxFailure.Failed(
                        "looking for profile " + HostNames.PROFILE, "there is none", "sudo box setup-host"))
                .value();
        return profile.devices().getOrDefault(HostNames.ROOT, Map.of()).getOrDefault("pool", HostNames.POOL);
    }

    private long free(String pool, Deadline deadline) {
        StorageResources.Amount space =
                incus.storagePools().resources(pool, deadline).space();
        return space == null ? Long.MAX_VALUE : Math.max(0, space.total() - space.used());
    }
}
