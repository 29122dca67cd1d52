package dev.box.core.transfer;

import dev.box.core.text.Untrusted;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What members an exported container may have. Outside a root file system there are a few plain files of known names.
 * Inside, links and device nodes are what every Debian has; they matter there only if unpacking could follow one out: so
 * nothing may lie behind anything but a directory that the archive itself made, and a hard link stays within its own root.
 */
final class ArchiveRules {

    /** The standard character devices, by major and minor number; 0:0 is overlayfs's mark for "deleted". */
    private static final Set<String> DEVICES =
            Set.of("0:0", "1:3", "1:5", "1:7", "1:8", "1:9", "1:11", "5:0", "5:1", "5:2");

    private static final int MOST_PATHS = 2_000_000;
    private static final int LONGEST_PATH = 8192;
    private static final Set<String> PLAIN = Set.of("backup.yaml", "metadata.yaml");

    private final Set<String> roots = new HashSet<>();
    private final Set<String> directories = new HashSet<>();
    private final Set<String> symlinks = new HashSet<>();

    ArchiveRules(Manifest manifest) {
        roots.add("backup/container");
        for (String snapshot : manifest.snapshots()) {
            roots.add("backup/snapshots/" + snapshot);
        }
        directories.addAll(List.of("backup", "backup/snapshots"));
    }

    /** Throws {@link BadArchive} for a member that may not be there. */
    void check(TarEntry entry) throws BadArchive {
        requirePlainPath(entry);
        String root = rootOf(entry.path());
        if (root.isEmpty()) {
            if (entry.kind() != TarEntry.Kind.DIRECTORY || !directories.contains(entry.path())) {
                throw bad(entry, "an export holds no such thing");
            }
            return;
        }
        if (!entry.path().equals(root) && !directories.contains(entry.parent())) {
            throw bad(entry, "it does not lie in a directory of the archive");
        }
        String inside = entry.path().substring(Math.min(entry.path().length(), root.length() + 1));
        if (inside.startsWith("rootfs/")) {
            checkGuestFile(entry, root + "/rootfs/");
        } else {
            checkDescription(entry, inside);
        }
        remember(entry);
    }

    /** Once all members were seen. */
    void checkComplete() throws BadArchive {
        for (String root : roots) {
            if (!directories.contains(root + "/rootfs")) {
                throw new BadArchive("it lacks " + Untrusted.line(root) + "/rootfs, which its manifest promises");
            }
        }
    }

    private static void requirePlainPath(TarEntry entry) throws BadArchive {
        String path = entry.path();
        if (path.length() > LONGEST_PATH || !staysWithin(path)) {
            throw bad(entry, "its path leads elsewhere");
        }
    }

    /** No leading slash, no empty, {@code .} or {@code ..} component. */
    private static boolean staysWithin(String path) {
        for (String part : path.split("/", -1)) {
            if (part.isEmpty() || part.equals(".") || part.equals("..")) {
                return false;
            }
        }
        return true;
    }

    private String rootOf(String path) {
        String candidate = prefix(path, path.startsWith("backup/snapshots/") ? 3 : 2);
        return roots.contains(candidate) ? candidate : "";
    }

    private static String prefix(String path, int parts) {
        int end = -1;
        for (int i = 0; i < parts; i++) {
            end = path.indexOf('/', end + 1);
            if (end < 0) {
                return path;
            }
        }
        return path.substring(0, end);
    }

    /** What the daemon itself reads: plain files of known names, nothing that points anywhere. */
    private static void checkDescription(TarEntry entry, String inside) throws BadArchive {
        boolean directory = inside.isEmpty() || inside.equals("rootfs") || inside.equals("templates");
        boolean template = inside.startsWith("templates/") && isTemplateName(inside.substring(10));
        if (directory && entry.kind() == TarEntry.Kind.DIRECTORY) {
            return;
        }
        if (!directory && (PLAIN.contains(inside) || template)) {
            if (entry.kind() == TarEntry.Kind.FILE && entry.size() <= Manifest.MOST_BYTES) {
                return;
            }
        }
        throw bad(entry, "an export holds no such thing there (" + entry.kind() + ")");
    }

    private static boolean isTemplateName(String name) {
        return name.matches("[A-Za-z0-9_][A-Za-z0-9_.-]{0,100}");
    }

    private void checkGuestFile(TarEntry entry, String root) throws BadArchive {
        switch (entry.kind()) {
            case FILE, DIRECTORY, FIFO, SYMLINK -> {}
            case BLOCK_DEVICE -> throw bad(entry, "it is a block device");
            case CHARACTER_DEVICE -> {
                String numbers = entry.major() + ":" + entry.minor();
                if (!DEVICES.contains(numbers)) {
                    throw bad(entry, "it is device " + numbers);
                }
            }
            case HARD_LINK -> {
                String target = entry.link();
                int slash = target.lastIndexOf('/');
                boolean within = target.startsWith(root) && staysWithin(target);
                if (!within || !directories.contains(target.substring(0, slash)) || directories.contains(target)) {
                    throw bad(entry, "it is a hard link to " + Untrusted.line(target));
                }
            }
        }
    }

    /** Files are not remembered, of which there are many: one that comes twice only replaces itself. */
    private void remember(TarEntry entry) throws BadArchive {
        boolean directory = entry.kind() == TarEntry.Kind.DIRECTORY;
        if (directory ? symlinks.contains(entry.path()) : directories.contains(entry.path())) {
            throw bad(entry, "it comes twice, as a directory and as something else");
        }
        boolean link = entry.kind() == TarEntry.Kind.SYMLINK
                || (entry.kind() == TarEntry.Kind.HARD_LINK && symlinks.contains(entry.link()));
        if (directory) {
            directories.add(entry.path());
        } else if (link) {
            symlinks.add(entry.path());
        }
        if (directories.size() + symlinks.size() > MOST_PATHS) {
            throw new BadArchive("it has more than " + MOST_PATHS + " directories and links");
        }
    }

    /** The image's templates, which the daemon renders into the guest at its start. */
    static void checkTemplates(byte[] metadata) throws BadArchive {
        Map<String, Object> tree = Manifest.map(Manifest.tree(metadata), "metadata.yaml");
        if (!(tree.get("templates") instanceof Map<?, ?> templates)) {
            return;
        }
        for (Map.Entry<?, ?> entry : templates.entrySet()) {
            String target = String.valueOf(entry.getKey());
            String source = Manifest.strings(entry.getValue()).getOrDefault("template", "");
            boolean plain = target.startsWith("/") && staysWithin(target.substring(1)) && target.indexOf('\0') < 0;
            if (!plain || !isTemplateName(source)) {
                throw new BadArchive("its metadata.yaml has a template '" + Untrusted.line(source) + "' for '"
                        + Untrusted.line(target) + "'");
            }
        }
    }

    private static BadArchive bad(TarEntry entry, String why) {
        return new BadArchive("it has a member " + Untrusted.line(entry.path()) + ": " + why);
    }
}
