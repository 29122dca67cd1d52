package dev.box.lab.artifact;

import dev.box.core.failure.BoxFailure;
import dev.box.core.image.DebianMirror;
import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An apt of the lab's own, apart from the machine's: it knows one Debian release, and solves against a package status
 * that it is given. Its copy of the mirror's Release file tells when what was built from the mirror is out of date.
 */
final class PackageIndex {

    private static final Duration REFRESH = Duration.ofSeconds(60);
    private static final String NAME_ANOTHER =
            "check that the mirror can be reached, or name another: BOX_MIRROR=<url>";

    /** Of apt's {@code --print-uris}: where a package is, and what it is called once downloaded. */
    private static final Pattern URI_LINE = Pattern.compile("(?m)^'([^']+)' (\\S+\\.deb) ");

    private final Path directory;
    private final DebianMirror mirror;
    private final HostRelease of;

    PackageIndex(Path directory, DebianMirror mirror, HostRelease of) {
        this.directory = directory;
        this.mirror = mirror;
        this.of = of;
    }

    /** Asks the mirror whether anything changed; false if it does not answer, and then what was known stays. */
    boolean refresh(Deadline deadline) {
        try {
            for (String part : List.of("state/lists/partial", "cache/archives/partial", "etc/parts")) {
                Files.createDirectories(directory.resolve(part));
            }
            Files.write(
                    directory.resolve("etc/sources.list"),
                    of.suites().stream().map(mirror::sourceLine).toList());
            Files.writeString(directory.resolve("empty-status"), "");
            Files.writeString(directory.resolve("apt.conf"), configuration());
        } catch (IOException e) {
            throw new BoxFailure.Failed(
                    "preparing " + directory, String.valueOf(e.getMessage()), "df -h " + directory, e);
        }
        return apt(List.of("-q", "-o", "APT::Update::Error-Mode=any", "update"))
                .run(deadline.within(REFRESH))
                .ok();
    }

    /** The mirror's signed Release file of each suite as last seen: changes when, and only when, the release's content does. */
    String release() {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> lists = Files.list(directory.resolve("state/lists"))) {
            for (Path list : lists.filter(file -> file.toString().endsWith("Release"))
                    .sorted()
                    .toList()) {
                text.append(Files.readString(list));
            }
        } catch (IOException e) {
            // the same as none
        }
        if (!text.isEmpty()) {
            return text.toString();
        }
        throw new BoxFailure.Failed(
                "asking " + mirror.url() + " for " + of.suite(),
                "it does not answer, and nothing was fetched from it before",
                "check the network, or name another mirror: BOX_MIRROR=<url>");
    }

    /**
     * Downloads packages and all that they need beyond what {@code status} (a dpkg status file) has, into {@code archives},
     * which is made: what two labs fetch at once stays apart.
     */
    void download(List<String> packages, Path status, Path archives, Deadline deadline) throws IOException {
        Files.createDirectories(archives.resolve("partial"));
        Predicate<String> onlyInBackports = name -> of.hasBackports() && name.startsWith("incus");
        List<String> usual = packages.stream().filter(onlyInBackports.negate()).toList();
        fetch(of.suite(), usual, status, archives, deadline);
        fetch(of.suites().getLast(), packages.stream().filter(onlyInBackports).toList(), status, archives, deadline);
    }

    private void fetch(String suite, List<String> packages, Path status, Path archives, Deadline deadline) {
        if (!packages.isEmpty()) {
            List<String> arguments = installing(packages, status);
            arguments.addAll(List.of("--download-only", "-t", suite, "-o", "Dir::Cache::archives=" + archives));
            apt(arguments).orFail("fetching packages from " + mirror.url(), NAME_ANOTHER, deadline);
        }
    }

    /**
     * Downloads the same into {@code into}, each under the path that it has on the mirror, with the index files that an apt
     * needs to take it from there: what comes out is a mirror in little, with the archive's own signature.
     */
    void mirror(List<String> packages, Path status, Path into, Deadline deadline) throws IOException {
        List<String> asking = installing(packages, status);
        Path archives = into.resolve("archives");
        asking.addAll(List.of("--print-uris", "-o", "Dir::Cache::archives=" + archives));
        String uris = apt(asking)
                .orFail("asking what " + String.join(", ", packages) + " need", NAME_ANOTHER, deadline)
                .stdout();
        download(packages, status, archives, deadline);
        for (MatchResult uri : URI_LINE.matcher(uris).results().toList()) {
            Path place = into.resolve(URI.create(mirror.url() + "/")
                    .relativize(URI.create(uri.group(1)))
                    .getPath());
            Files.createDirectories(place.getParent());
            Files.move(archives.resolve(uri.group(2)), place);
        }
        ArtifactStore.remove(archives);
        String release = release();
        Path dists = Files.createDirectories(into.resolve("dists").resolve(DebianMirror.SUITE));
        Files.writeString(dists.resolve("InRelease"), release);
        String architecture = Subprocess.of("dpkg", "--print-architecture")
                .orFail("asking for this machine's architecture", "dpkg --print-architecture", deadline)
                .stdout()
                .strip();
        String file = "main/binary-" + architecture + "/Packages.xz";
        Matcher listed = Pattern.compile("(?m)^ ([0-9a-f]{64}) +[0-9]+ " + Pattern.quote(file) + "$")
                .matcher(release);
        if (!listed.find()) {
            throw new IOException(mirror.url() + " lists no " + file);
        }
        Files.createDirectories(dists.resolve(file).getParent());
        Subprocess.of(
                        "/usr/lib/apt/apt-helper",
                        "download-file",
                        mirror.url() + "/dists/" + DebianMirror.SUITE + "/" + file,
                        dists.resolve(file).toString(),
                        "SHA256:" + listed.group(1))
                .orFail("fetching " + file + " from " + mirror.url(), NAME_ANOTHER, deadline);
    }

    private static List<String> installing(List<String> packages, Path status) {
        List<String> arguments = new ArrayList<>(
                List.of("-q", "-y", "-o", "Dir::State::status=" + status, "--no-install-recommends", "install"));
        arguments.addAll(packages);
        return arguments;
    }

    private Subprocess apt(List<String> arguments) {
        List<String> argv = new ArrayList<>(List.of("apt-get"));
        argv.addAll(arguments);
        return Subprocess.of(argv)
                .env("APT_CONFIG", directory.resolve("apt.conf").toString())
                .env("DEBIAN_FRONTEND", "noninteractive");
    }

    private String configuration() {
        return """
                Dir::State "%1$s/state";
                Dir::State::status "%1$s/empty-status";
                Dir::Cache "%1$s/cache";
                Dir::Etc::sourcelist "%1$s/etc/sources.list";
                Dir::Etc::sourceparts "%1$s/etc/parts";
                Dir::Etc::preferences "%1$s/etc/none";
                Dir::Etc::preferencesparts "%1$s/etc/parts";
                Acquire::Languages "none";
                APT::Sandbox::User "root";
                """.formatted(directory);
    }
}
