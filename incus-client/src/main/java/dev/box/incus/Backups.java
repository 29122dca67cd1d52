package dev.box.incus;

import dev.box.incus.wire.Request;
import dev.box.incus.wire.Response;
import io.avaje.json.JsonException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/** Whole instances as single files: made and kept by the daemon, fetched, and taken in again. */
public final class Backups {

    private final Daemon daemon;

    Backups(Daemon daemon) {
        this.daemon = daemon;
    }

    /**
     * Has the daemon write a backup into its own storage.
     *
     * @param compression a program of the daemon's, or {@code none}
     * @param expires RFC 3339: when the daemon forgets it by itself
     */
    public Operation create(
            String instance,
            String backup,
            boolean withoutSnapshots,
            String compression,
            String expires,
            Deadline deadline) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", backup);
        body.put("expires_at", expires);
        body.put("instance_only", withoutSnapshots);
        body.put("optimized_storage", false);
        body.put("compression_algorithm", compression);
        return daemon.start("backing up instance '" + instance + "'", "POST", root(instance), body, deadline);
    }

    /** The names of those that the daemon keeps of this instance. */
    public List<String> names(String instance, Deadline deadline) {
        List<String> names = new ArrayList<>();
        for (String path : daemon.get(
                        "listing the backups of instance '" + instance + "'",
                        root(instance),
                        Codec.type(String.class).list(),
                        deadline)
                .value()) {
            names.add(path.substring(path.lastIndexOf('/') + 1));
        }
        return names;
    }

    /**
     * Streams a backup out.
     *
     * @param sink gets the bytes as they come, and is not closed
     * @param size told the whole size in bytes before the first one; not called if the daemon does not tell
     */
    public void fetch(String instance, String backup, OutputStream sink, LongConsumer size, Deadline deadline) {
        String tried = "fetching the backup of instance '" + instance + "'";
        Request request = Request.get(daemon.target(root(instance) + "/" + Paths.segment(backup) + "/export"));
        try (Response response = daemon.open(request, deadline)) {
            if (response.status() >= 400) {
                Envelope.read(tried, response, null);
            }
            String length = response.header("Content-Length");
            if (!length.isEmpty()) {
                size.accept(Long.parseLong(length));
            }
            response.body().transferTo(sink);
        } catch (IOException | JsonException e) {
            throw Failures.of(tried, daemon, e, deadline);
        }
    }

    public Operation delete(String instance, String backup, Deadline deadline) {
        return daemon.start(
                "deleting the backup of instance '" + instance + "'",
                "DELETE",
                root(instance) + "/" + Paths.segment(backup),
                null,
                deadline);
    }

    /**
     * Makes an instance from a backup, which is written while it is sent.
     *
     * @param name its name, whatever the backup says
     * @param pool where its disk goes
     */
    public Operation restore(String name, String pool, Request.Source backup, Deadline deadline) {
        Map<String, String> headers = Map.of("X-Incus-name", name, "X-Incus-pool", pool);
        Request.Body body = Request.written("application/octet-stream", backup);
        return daemon.start(
                "importing instance '" + name + "'",
                new Request("POST", daemon.target("/1.0/instances"), headers, body),
                deadline);
    }

    private static String root(String instance) {
        return "/1.0/instances/" + Paths.segment(instance) + "/backups";
    }
}
