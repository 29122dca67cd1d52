package dev.box.lab.artifact;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.JsonBinding;
import io.avaje.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Fills a directory with what an npm registry would answer about some packages and all that they need, taken from the
 * registry that this machine's npm uses. npm's own lock file says what that is; its entries hold what a registry's short
 * answers hold, and the tarballs are the publishers' own bytes.
 */
final class NpmRegistry {

    private static final Duration RESOLVE = Duration.ofMinutes(2);
    private static final List<String> MANIFEST = List.of(
            "dependencies",
            "optionalDependencies",
            "peerDependencies",
            "peerDependenciesMeta",
            "bundleDependencies",
            "bin",
            "engines",
            "os",
            "cpu",
            "libc",
            "hasInstallScript",
            "deprecated");

    /** In the words of Node. */
    private static final Map<String, String> PLATFORM = Map.of(
            "os", "linux",
            "cpu", System.getProperty("os.arch", "").equals("aarch64") ? "arm64" : "x64",
            "libc", "glibc");

    private final Path directory;
    private final List<String> packages;

    /**
     * @param directory for npm's cache and for what it last said
     * @param packages names, or {@code name@version}
     */
    NpmRegistry(Path directory, List<String> packages) {
        this.directory = directory;
        this.packages = packages;
    }

    /** The lock file of the newest versions; if the registry does not answer, the one that was had last. */
    String resolve(Progress progress, Deadline deadline) {
        Path last = directory.resolve("package-lock.json");
        Path asking = directory.resolve("asking");
        try {
            ArtifactStore.remove(asking);
            Files.createDirectories(asking);
            Files.writeString(asking.resolve("package.json"), "{\"name\":\"mirror\",\"version\":\"1.0.0\"}");
            List<String> arguments =
                    new ArrayList<>(List.of("install", "--package-lock-only", "--ignore-scripts", "--no-audit"));
            arguments.addAll(packages);
            Subprocess.Result answer = npm(asking, arguments).run(deadline.within(RESOLVE));
            if (answer.ok()) {
                Files.move(asking.resolve("package-lock.json"), last, StandardCopyOption.REPLACE_EXISTING);
            } else if (Files.exists(last)) {
                progress.warn("npm's registry does not answer: using what was last fetched from it");
            } else {
                throw new BoxFailure.Failed(
                        "asking npm's registry for " + String.join(", ", packages),
                        Untrusted.lines(answer.complaint()),
                        "npm ping");
            }
            return Files.readString(last);
        } catch (IOException e) {
            throw new BoxFailure.Failed(
                    "preparing " + directory, String.valueOf(e.getMessage()), "df -h " + directory, e);
        }
    }

    /** What of a lock file goes into the answers: for a cache key. */
    static String recipe() {
        return MANIFEST.toString();
    }

    /**
     * What a registry would say.
     *
     * @param answers by package
     * @param tarballs as {@code name@version}: those that this platform can use
     */
    record Content(Map<String, Map<String, Object>> answers, List<String> tarballs) {}

    /** {@code url} is where it is going to be served. */
    static Content content(String lock, String url) {
        Map<String, Map<String, Object>> answers = new TreeMap<>();
        List<String> tarballs = new ArrayList<>();
        for (Entry entry : entries(lock)) {
            Map<String, Object> answer = answers.computeIfAbsent(entry.name(), NpmRegistry::emptyAnswer);
            map(answer.get("versions")).put(entry.version(), entry.manifest(url));
            if (entry.isRoot() || map(answer.get("dist-tags")).isEmpty()) {
                map(answer.get("dist-tags")).put("latest", entry.version());
            }
            if (entry.isOfThisPlatform()) {
                tarballs.add(entry.name() + "@" + entry.version());
            }
        }
        return new Content(answers, tarballs);
    }

    /** Fills {@code into}; it is to be served at {@code url}. */
    void mirror(String lock, Path into, String url, Deadline deadline) throws IOException {
        Content content = content(lock, url);
        for (Map.Entry<String, Map<String, Object>> answer : content.answers().entrySet()) {
            Path place = Files.createDirectories(into.resolve(answer.getKey()));
            Files.writeString(place.resolve("index.json"), JsonBinding.TREE.toJson(answer.getValue()));
        }
        fetch(content.tarballs(), into, deadline);
    }

    private void fetch(List<String> tarballs, Path into, Deadline deadline) throws IOException {
        Path arrived = Files.createDirectory(into.resolve("arrived"));
        List<String> arguments = new ArrayList<>(List.of("pack", "--ignore-scripts", "--json"));
        arguments.add("--pack-destination=" + arrived);
        arguments.addAll(tarballs);
        String listing = npm(arrived, arguments)
                .orFail("fetching packages from npm's registry", "npm ping", deadline)
                .stdout();
        for (Object packed : list(parse(listing))) {
            String name = text(map(packed), "name");
            Path place = into.resolve(tarball(name, text(map(packed), "version")));
            Files.createDirectories(place.getParent());
            Files.move(arrived.resolve(text(map(packed), "filename")), place);
        }
        Files.delete(arrived);
    }

    private Subprocess npm(Path workingDirectory, List<String> arguments) {
        List<String> argv = new ArrayList<>(List.of("npm"));
        argv.addAll(arguments);
        argv.addAll(List.of("--no-fund", "--cache=" + directory.resolve("cache")));
        return Subprocess.of(argv).in(workingDirectory);
    }

    private record Entry(String path, Map<String, Object> fields) {

        String name() {
            String alias = path.substring(path.lastIndexOf("node_modules/") + "node_modules/".length());
            return fields.containsKey("name") ? text(fields, "name") : alias;
        }

        String version() {
            return text(fields, "version");
        }

        /** Whether it is at the top of the tree: if there are several versions, the one that was asked for. */
        boolean isRoot() {
            return path.equals("node_modules/" + name());
        }

        boolean isOfThisPlatform() {
            return PLATFORM.entrySet().stream()
                    .allMatch(fact -> !fields.containsKey(fact.getKey())
                            || list(fields.get(fact.getKey())).contains(fact.getValue()));
        }

        Map<String, Object> manifest(String url) {
            Map<String, Object> manifest = new LinkedHashMap<>(Map.of("name", name(), "version", version()));
            for (String key : MANIFEST) {
                if (fields.containsKey(key)) {
                    manifest.put(key, fields.get(key));
                }
            }
            manifest.put(
                    "dist",
                    Map.of("tarball", url + "/" + tarball(name(), version()), "integrity", text(fields, "integrity")));
            return manifest;
        }
    }

    /** Those that a registry has: what is bundled in another package comes with that. */
    private static List<Entry> entries(String lock) {
        List<Entry> entries = new ArrayList<>();
        map(map(parse(lock)).get("packages")).forEach((path, fields) -> {
            if (map(fields).containsKey("integrity") && !map(fields).containsKey("inBundle")) {
                entries.add(new Entry(path, map(fields)));
            }
        });
        return entries;
    }

    private static String tarball(String name, String version) {
        return name + "/-/" + name.substring(name.indexOf('/') + 1) + "-" + version + ".tgz";
    }

    private static Map<String, Object> emptyAnswer(String name) {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("name", name);
        answer.put("dist-tags", new LinkedHashMap<String, Object>());
        answer.put("versions", new LinkedHashMap<String, Object>());
        return answer;
    }

    private static Object parse(String text) {
        try {
            return JsonBinding.TREE.fromJson(text);
        } catch (JsonException e) {
            throw new BoxFailure.Failed("reading what npm said", String.valueOf(e.getMessage()), "npm --version", e);
        }
    }

    @SuppressWarnings("unchecked") // an object of JSON
    private static Map<String, Object> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    private static String text(Map<String, Object> fields, String key) {
        return String.valueOf(fields.get(key));
    }
}
