package dev.box.lab.artifact;

import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The simplest repository that apt takes: a directory of packages with their control fields in one file. */
final class FlatRepository {

    private FlatRepository() {}

    /** Moves every package of {@code archives} into {@code repository} and writes its {@code Packages} file. */
    static void collect(Path archives, Path repository, Deadline deadline) throws IOException {
        collect(archives, "*.deb", repository, deadline);
    }

    /** The same for backports alone, as a repository that apt takes from only when told to, as Debian's own. */
    static void collectBackports(Path archives, Path repository, String suite, Deadline deadline) throws IOException {
        collect(archives, "*~bpo*.deb", repository, deadline);
        Files.writeString(
                repository.resolve("Release"),
                "Suite: " + suite + "\nCodename: " + suite
                        + "\nNotAutomatic: yes\nButAutomaticUpgrades: yes\nSHA256:\n "
                        + CacheKey.sha256(repository.resolve("Packages")) + " "
                        + Files.size(repository.resolve("Packages")) + " Packages\n");
    }

    private static void collect(Path archives, String which, Path repository, Deadline deadline) throws IOException {
        StringBuilder index = new StringBuilder();
        try (DirectoryStream<Path> packages = Files.newDirectoryStream(archives, which)) {
            for (Path file : packages) {
                Path moved = Files.move(
                        file,
                        repository.resolve(plainName(file.getFileName().toString())),
                        StandardCopyOption.REPLACE_EXISTING);
                index.append(stanza(moved, deadline));
            }
        }
        Files.writeString(repository.resolve("Packages"), index);
    }

    /** apt escapes the colon of an epoch in its cache, and would unescape it again when it reads the repository. */
    static String plainName(String cached) {
        int escape = cached.indexOf("%3a");
        int version = cached.indexOf('_') + 1;
        return escape < 0 ? cached : cached.substring(0, version) + cached.substring(escape + 3);
    }

    private static String stanza(Path file, Deadline deadline) throws IOException {
        String fields = Subprocess.of("dpkg-deb", "--field", file.toString())
                .orFail("reading the package " + file.getFileName(), "run the same command again", deadline)
                .stdout();
        return fields.strip() + "\nFilename: ./" + file.getFileName() + "\nSize: " + Files.size(file) + "\nSHA256: "
                + CacheKey.sha256(file) + "\n\n";
    }
}
