package dev.box.core.transfer;

import dev.box.core.box.Box;
import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.FileMode;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.InstanceFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Copies files and trees between the host and a box, running or not, through the daemon's files API. Modes are kept, owners
 * are the receiving side's. What a guest names, links or nests never decides where on the host something is written: every
 * name is one plain component, every directory below the target is one that is no link, and every file is a new one that is
 * renamed into place.
 */
public final class Copy {

    private static final int DEEPEST = 200;
    private static final int MODE = 0777;

    private final InstanceFiles files;
    private final Box box;
    private final Progress progress;
    private final Deadline deadline;
    private Path tree = Path.of("/");
    private long copied;

    public Copy(Incus incus, Box box, Progress progress, Deadline deadline) {
        this.files = incus.instances().files(box.name());
        this.box = box;
        this.progress = progress;
        this.deadline = deadline;
    }

    /** Copies {@code source} of the box to {@code target}; into it if that is a directory. Returns the number of files. */
    public long out(String source, Path target) {
        String name = source.substring(source.lastIndexOf('/') + 1);
        Path to = Files.isDirectory(target) && !name.isEmpty() ? target.resolve(plain(name)) : target;
        tree = Path.of(source).normalize();
        String what = "copying " + source + " out of " + box.name();
        try {
            return narrated(what, to, () -> pull(source, to, 0));
        } catch (IncusException.NotFound e) {
            String directory = source.substring(0, Math.max(1, source.lastIndexOf('/')));
            throw new BoxFailure.Failed(
                    what, "there is no such file in it", "box exec " + box.name() + " -- ls -la " + directory, e);
        }
    }

    /** Copies {@code source} of the host to {@code target} in the box; into it if that is a directory. */
    public long in(Path source, String target) {
        if (!Files.exists(source, LinkOption.NOFOLLOW_LINKS)) {
            throw new BoxFailure.Refused(
                    "copying " + Untrusted.line(source.toString()) + " into " + box.name(),
                    "there is no such file",
                    "see what there is: ls -la " + source.toAbsolutePath().getParent());
        }
        Path name = source.toAbsolutePath().normalize().getFileName();
        String to = isDirectory(target) && name != null ? target.replaceAll("/+$", "") + "/" + name : target;
        Owner owner = owner();
        return narrated("copying " + source + " into " + box.name(), source, () -> push(source, to, owner, 0));
    }

    private interface Work {
        void run() throws IOException;
    }

    private long narrated(String what, Path onHost, Work work) {
        try (Progress.Step step = progress.step(what, deadline)) {
            work.run();
            step.done(copied + (copied == 1 ? " file" : " files"));
            return copied;
        } catch (IOException e) {
            throw new BoxFailure.Failed(
                    what, e.getClass().getSimpleName() + ": " + e.getMessage(), "ls -ld " + onHost, e);
        }
    }

    private void pull(String from, Path to, int depth) throws IOException {
        requireDepth(from, depth);
        if (write(from, to)) {
            copied++;
            return;
        }
        InstanceFiles.Content content = files.read(from, deadline);
        switch (content.kind()) {
            case DIRECTORY -> {
                makeDirectory(to);
                for (String name : content.entries()) {
                    pull(from + "/" + name, to.resolve(plain(name)), depth + 1);
                }
                Files.setPosixFilePermissions(to, permissions(content.mode().mode() | 0700));
            }
            case SYMLINK -> link(from, to, new String(content.content(), StandardCharsets.UTF_8));
            case FILE -> throw new IOException(Untrusted.line(from) + " changed while it was copied");
        }
    }

    /** One component and nothing else, whatever the guest calls its files. */
    private static String plain(String name) {
        if (name.isEmpty()
                || name.equals(".")
                || name.equals("..")
                || name.indexOf('/') >= 0
                || name.indexOf('\0') >= 0) {
            throw new BoxFailure.Failed(
                    "copying out of a box",
                    "it has a file called '" + Untrusted.line(name) + "'",
                    "pack it in there instead: box exec BOX -- tar c DIRECTORY > FILE");
        }
        return name;
    }

    private static void makeDirectory(Path to) throws IOException {
        try {
            Files.createDirectory(to);
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(to, LinkOption.NOFOLLOW_LINKS)) {
                throw e;
            }
        }
    }

    /** Streams a file; false if it is none, and then nothing was written. */
    private boolean write(String from, Path to) throws IOException {
        Path part = to.toAbsolutePath().resolveSibling("." + UUID.randomUUID() + ".part");
        try {
            FileMode mode;
            try (OutputStream out =
                    Files.newOutputStream(part, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                mode = files.read(from, out, deadline);
            } catch (IncusException.Rejected e) {
                return false;
            }
            if (Files.isDirectory(to, LinkOption.NOFOLLOW_LINKS)) {
                throw new FileAlreadyExistsException(to + " is a directory");
            }
            Files.setPosixFilePermissions(part, permissions(mode.mode()));
            Files.move(part, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return true;
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /**
     * A link to something that is copied too is made; any other is a trap for whoever opens it later. The daemon tells where
     * a link leads as an absolute path.
     */
    private void link(String from, Path to, String target) throws IOException {
        Path own = Path.of(from.substring(0, Math.max(1, from.lastIndexOf('/'))));
        Path leads = own.resolve(target).normalize();
        if (leads.equals(tree) || !leads.startsWith(tree)) {
            progress.warn("left out: " + Untrusted.line(from) + ", a link to " + Untrusted.line(target));
            return;
        }
        if (Files.isSymbolicLink(to)) {
            Files.delete(to);
        }
        Files.createSymbolicLink(to, own.relativize(leads));
        copied++;
    }

    private void push(Path from, String to, Owner owner, int depth) throws IOException {
        requireDepth(from.toString(), depth);
        if (Files.isSymbolicLink(from)) {
            files.symlink(to, Files.readSymbolicLink(from).toString(), deadline);
            copied++;
        } else if (Files.isDirectory(from)) {
            files.mkdir(to, owner.with(mode(from)), deadline);
            try (Stream<Path> entries = Files.list(from)) {
                for (Path entry : entries.sorted().toList()) {
                    push(entry, to + "/" + entry.getFileName(), owner, depth + 1);
                }
            }
        } else if (Files.isRegularFile(from)) {
            try (InputStream in = Files.newInputStream(from)) {
                forget(to);
                files.write(to, in, Files.size(from), owner.with(mode(from)), deadline);
                copied++;
            }
        } else {
            progress.warn("left out: " + from + ", which is no file, directory or link");
        }
    }

    private void forget(String path) {
        try {
            files.delete(path, deadline);
        } catch (IncusException.NotFound e) {
            // nothing to replace
        }
    }

    private boolean isDirectory(String path) {
        try {
            return files.read(path, deadline).kind() == InstanceFiles.Kind.DIRECTORY;
        } catch (IncusException.NotFound e) {
            return false;
        }
    }

    private record Owner(int uid, int gid) {
        FileMode with(int mode) {
            return new FileMode(uid, gid, mode);
        }
    }

    /** Of the box's own user, by its own passwd file; root's if it does not say. */
    private Owner owner() {
        String passwd = new String(files.read("/etc/passwd", deadline).content(), StandardCharsets.UTF_8);
        for (String line : passwd.split("\n", -1)) {
            String[] fields = line.split(":", -1);
            boolean numbers = fields.length > 3 && fields[2].matches("[0-9]{1,9}") && fields[3].matches("[0-9]{1,9}");
            if (numbers && fields[0].equals(box.user().name())) {
                return new Owner(Integer.parseInt(fields[2]), Integer.parseInt(fields[3]));
            }
        }
        return new Owner(0, 0);
    }

    private static void requireDepth(String path, int depth) {
        if (depth > DEEPEST) {
            throw new BoxFailure.Failed(
                    "copying " + Untrusted.line(path),
                    "it lies more than " + DEEPEST + " directories deep",
                    "pack it instead: tar c DIRECTORY | box exec BOX -- tar x, or the other way round");
        }
    }

    private static int mode(Path path) throws IOException {
        int mode = 0;
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
        for (PosixFilePermission permission : permissions) {
            mode |= 0400 >> permission.ordinal();
        }
        return mode;
    }

    /** Read, write, execute; a guest's set-id bits mean nothing good on the host. */
    private static Set<PosixFilePermission> permissions(int mode) {
        EnumSet<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
        for (PosixFilePermission permission : PosixFilePermission.values()) {
            if ((mode & MODE & (0400 >> permission.ordinal())) != 0) {
                permissions.add(permission);
            }
        }
        return permissions;
    }
}
