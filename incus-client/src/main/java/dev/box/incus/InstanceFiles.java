package dev.box.incus;

import dev.box.incus.wire.Request;
import dev.box.incus.wire.Response;
import io.avaje.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files of one instance, running or stopped. Paths are absolute, as the guest sees them. A request that the daemon
 * cannot pass on for the moment is made again, within its deadline; one that streams its body in is not.
 */
public final class InstanceFiles {

    private static final String BYTES = "application/octet-stream";

    private final Daemon daemon;
    private final String instance;

    InstanceFiles(Daemon daemon, String instance) {
        this.daemon = daemon;
        this.instance = instance;
    }

    /** What a path is. */
    public enum Kind {
        FILE,
        DIRECTORY,
        SYMLINK
    }

    /**
     * What was read.
     *
     * @param kind what the path is; a symlink at its end is not followed
     * @param mode owner and permissions
     * @param content a file's bytes, or a symlink's target in UTF-8; empty for a directory
     * @param entries a directory's names; empty otherwise
     */
    @SuppressWarnings("ArrayRecordComponent") // compared by no one
    public record Content(Kind kind, FileMode mode, byte[] content, List<String> entries) {}

    /** Fails with {@link IncusException.NotFound} if there is nothing. The whole content is held in memory. */
    public Content read(String path, Deadline deadline) {
        return answer("reading", path, request("GET", path, Map.of(), null), deadline, response -> {
            Kind kind = kind(response);
            if (kind == Kind.DIRECTORY) {
                List<String> names = Envelope.read(
                                "", response, Codec.type(String.class).list())
                        .value();
                return new Content(kind, mode(response), new byte[0], Maps.orEmpty(names));
            }
            return new Content(kind, mode(response), response.body().readAllBytes(), List.of());
        });
    }

    /**
     * Streams a large file out.
     *
     * @param sink gets the bytes as they come, and is not closed
     * @throws IncusException.Rejected if the path is no file
     */
    public FileMode read(String path, OutputStream sink, Deadline deadline) {
        return answer("reading", path, request("GET", path, Map.of(), null), deadline, response -> {
            if (kind(response) != Kind.FILE) {
                throw new IncusException.Rejected(
                        about("reading", path), 400, "it is a " + response.header("X-Incus-Type") + ", not a file", "");
            }
            response.body().transferTo(sink);
            return mode(response);
        });
    }

    /**
     * Writes a file. Its directory must exist. An existing file gets new content but, in Incus 6.0, keeps its owner and
     * mode; {@link #replace} gives it new ones.
     */
    public void write(String path, byte[] content, FileMode mode, Deadline deadline) {
        post("writing", path, headers("file", mode, "overwrite"), Request.bytes(BYTES, content), deadline);
    }

    /** Deletes what is there, if anything, and writes the file anew: for a short moment there is none. */
    public void replace(String path, byte[] content, FileMode mode, Deadline deadline) {
        try {
            delete(path, deadline);
        } catch (IncusException.NotFound e) {
            // then there is nothing to replace; a missing instance fails the next call
        }
        write(path, content, mode, deadline);
    }

    /**
     * Streams a large file in; otherwise as {@link #write(String, byte[], FileMode, Deadline)}.
     *
     * @param length in bytes, -1 if it is not known
     */
    public void write(String path, InputStream content, long length, FileMode mode, Deadline deadline) {
        post("writing", path, headers("file", mode, "overwrite"), Request.stream(BYTES, length, content), deadline);
    }

    /** Adds to the end of a file, whose owner and mode stay. */
    public void append(String path, byte[] content, Deadline deadline) {
        post(
                "adding to",
                path,
                Map.of("X-Incus-type", "file", "X-Incus-write", "append"),
                Request.bytes(BYTES, content),
                deadline);
    }

    /** Makes one directory; its parent must exist. Fine if it is there already. */
    public void mkdir(String path, FileMode mode, Deadline deadline) {
        post("making directory", path, headers("directory", mode, ""), null, deadline);
    }

    /** Makes a symlink at {@code path} that points to {@code target}. */
    public void symlink(String path, String target, Deadline deadline) {
        byte[] content = target.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        post(
                "linking",
                path,
                headers("symlink", new FileMode(0, 0, 0777), "overwrite"),
                Request.bytes(BYTES, content),
                deadline);
    }

    /** The names in a directory; fails with {@link IncusException.Rejected} if the path is none. */
    public List<String> list(String path, Deadline deadline) {
        Content content = read(path, deadline);
        if (content.kind() != Kind.DIRECTORY) {
            throw new IncusException.Rejected(about("listing", path), 400, "it is no directory", "");
        }
        return content.entries();
    }

    /** Deletes a file, a symlink or an empty directory. */
    public void delete(String path, Deadline deadline) {
        answer("deleting", path, request("DELETE", path, Map.of(), null), deadline, response -> path);
    }

    /** Whether the path is there, dangling symlinks included. */
    public boolean exists(String path, Deadline deadline) {
        try (Response response = daemon.open(request("HEAD", path, Map.of(), null), deadline)) {
            // HEAD has no body that says what is missing or wrong
            return response.status() < 400 || existsByReading(path, deadline);
        } catch (IOException e) {
            throw Failures.of(about("looking at", path), daemon, e, deadline);
        }
    }

    private boolean existsByReading(String path, Deadline deadline) {
        try {
            read(path, deadline);
            return true;
        } catch (IncusException.NotFound e) {
            daemon.get(
                    about("looking at", path),
                    "/1.0/instances/" + Paths.segment(instance),
                    Codec.type(Instance.class),
                    deadline);
            return false;
        }
    }

    /** What becomes of a good answer. */
    private interface Reading<T> {
        T from(Response response) throws IOException;
    }

    private void post(
            String doing, String path, Map<String, String> headers, Request.@Nullable Body body, Deadline deadline) {
        answer(doing, path, request("POST", path, headers, body), deadline, response -> path);
    }

    private <T> T answer(String doing, String path, Request request, Deadline deadline, Reading<T> reading) {
        Request.Body body = request.body();
        return body == null || body.repeatable()
                ? FileHelper.served(() -> once(doing, path, request, deadline, reading), deadline)
                : once(doing, path, request, deadline, reading);
    }

    private <T> T once(String doing, String path, Request request, Deadline deadline, Reading<T> reading) {
        String tried = about(doing, path);
        try (Response response = daemon.open(request, deadline)) {
            if (response.status() >= 400) {
                Envelope.read(tried, response, null);
            }
            return reading.from(response);
        } catch (IOException | JsonException e) {
            throw Failures.of(tried, daemon, e, deadline);
        }
    }

    private Request request(String method, String path, Map<String, String> headers, Request.@Nullable Body body) {
        String target = "/1.0/instances/" + Paths.segment(instance) + "/files?path=" + Paths.segment(path);
        return new Request(method, daemon.target(target), headers, body);
    }

    private String about(String doing, String path) {
        return doing + " " + path + " in '" + instance + "'";
    }

    private static Map<String, String> headers(String type, FileMode mode, String write) {
        Map<String, String> headers = new java.util.LinkedHashMap<>();
        headers.put("X-Incus-type", type);
        headers.put("X-Incus-uid", Integer.toString(mode.uid()));
        headers.put("X-Incus-gid", Integer.toString(mode.gid()));
        headers.put("X-Incus-mode", "0" + Integer.toOctalString(mode.mode()));
        if (!write.isEmpty()) {
            headers.put("X-Incus-write", write);
        }
        return headers;
    }

    private static Kind kind(Response response) {
        return switch (response.header("X-Incus-Type")) {
            case "directory" -> Kind.DIRECTORY;
            case "symlink" -> Kind.SYMLINK;
            default -> Kind.FILE;
        };
    }

    private static FileMode mode(Response response) {
        return new FileMode(
                number(response.header("X-Incus-Uid"), 10),
                number(response.header("X-Incus-Gid"), 10),
                number(response.header("X-Incus-Mode"), 8));
    }

    private static int number(String text, int radix) {
        try {
            return Integer.parseInt(text, radix);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
