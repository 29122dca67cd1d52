package dev.box.incus;

import dev.box.incus.wire.Multipart;
import dev.box.incus.wire.Request;
import dev.box.incus.wire.Response;
import io.avaje.json.JsonException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Images in the daemon's store; their name is the fingerprint. */
public final class Images extends Resources<Image> {

    Images(Daemon daemon) {
        super(daemon, "image", "/1.0/images", Image.class);
    }

    public List<ImageAlias> aliases(Deadline deadline) {
        return daemon.get(
                        "listing image aliases",
                        root + "/aliases?recursion=1",
                        Codec.type(ImageAlias.class).list(),
                        deadline)
                .value();
    }

    /** Empty if no image has that alias. */
    public Optional<ImageAlias> findAlias(String alias, Deadline deadline) {
        try {
            return Optional.of(daemon.get(
                            "reading image alias '" + alias + "'",
                            aliasPath(alias),
                            Codec.type(ImageAlias.class),
                            deadline)
                    .value());
        } catch (IncusException.NotFound absent) {
            return Optional.empty();
        }
    }

    public void createAlias(String alias, String fingerprint, String description, Deadline deadline) {
        daemon.send(
                "naming image '" + alias + "'",
                "POST",
                root + "/aliases",
                Map.of("name", alias, "target", fingerprint, "description", description),
                deadline);
    }

    public void deleteAlias(String alias, Deadline deadline) {
        daemon.send("deleting image alias '" + alias + "'", "DELETE", aliasPath(alias), null, deadline);
    }

    public Operation delete(String fingerprint, Deadline deadline) {
        return daemon.start(about("deleting", fingerprint), "DELETE", path(fingerprint), null, deadline);
    }

    /**
     * Imports a split image: both files are streamed. The fingerprint is in the operation's result, see {@link #fingerprint}.
     *
     * @param metadata the metadata archive, e.g. {@code meta.tar.xz}
     * @param rootfs the root file system, e.g. {@code rootfs.squashfs}; or a VM's disk, see {@link #isDisk}
     * @param properties added to those in the metadata
     */
    public Operation importSplit(Path metadata, Path rootfs, Map<String, String> properties, Deadline deadline) {
        String tried = "importing an image from " + rootfs.getFileName();
        try {
            Multipart files =
                    new Multipart().file("metadata", metadata).file(isDisk(rootfs) ? "rootfs.img" : "rootfs", rootfs);
            Map<String, String> headers =
                    properties.isEmpty() ? Map.of() : Map.of("X-Incus-properties", query(properties));
            return daemon.start(tried, new Request("POST", daemon.target(root), headers, files), deadline);
        } catch (IOException e) {
            throw new IncusException.TransportFailed(
                    tried, "a file cannot be read: " + e.getMessage(), "check " + metadata + " and " + rootfs, e);
        }
    }

    /** Whether {@link #importSplit} takes this file for the disk of a VM: it ends in {@code .qcow2} or {@code .img}. */
    public static boolean isDisk(Path rootfs) {
        String name = rootfs.toString();
        return name.endsWith(".qcow2") || name.endsWith(".img");
    }

    /**
     * Has the daemon fetch an image from a simplestreams server.
     *
     * @param serverUrl https URL of the server
     * @param alias e.g. {@code debian/13/cloud}
     * @param type {@code container} or {@code virtual-machine}
     */
    public Operation copyFrom(String serverUrl, String alias, String type, boolean autoUpdate, Deadline deadline) {
        Map<String, Object> source = Map.of(
                "type",
                "image",
                "mode",
                "pull",
                "server",
                serverUrl,
                "protocol",
                "simplestreams",
                "alias",
                alias,
                "image_type",
                type);
        return daemon.start(
                "fetching image '" + alias + "' from " + serverUrl,
                "POST",
                root,
                Map.of("source", source, "auto_update", autoUpdate),
                deadline);
    }

    /**
     * Copies an image into another project of the same daemon, whose store holds an image's files only once.
     *
     * @param fingerprint the whole of it
     */
    public void copyTo(String fingerprint, Incus project, Deadline deadline) {
        String tried = "copying image '" + fingerprint + "' to project " + project.project();
        try (Response files = daemon.open(Request.get(daemon.target(path(fingerprint) + "/export")), deadline)) {
            if (files.status() >= 400) {
                Envelope.read(tried, files, null);
            }
            // what the daemon sends for an image is in the form in which it takes one
            Request.Body body = Request.stream(files.header("Content-Type"), -1, files.body());
            project.images()
                    .daemon
                    .start(tried, new Request("POST", project.images().daemon.target(root), Map.of(), body), deadline)
                    .await(deadline);
        } catch (IOException | JsonException e) {
            throw Failures.of(tried, daemon, e, deadline);
        }
    }

    /** The fingerprint that an import or a fetch resulted in. */
    public static String fingerprint(OperationInfo imported) {
        return imported.metadata().get("fingerprint") instanceof String text ? text : "";
    }

    private static String query(Map<String, String> values) {
        StringBuilder out = new StringBuilder();
        for (Map.Entry<String, String> entry : values.entrySet()) {
            out.append(out.isEmpty() ? "" : "&")
                    .append(Paths.segment(entry.getKey()))
                    .append('=')
                    .append(Paths.segment(entry.getValue()));
        }
        return out.toString();
    }

    private String aliasPath(String alias) {
        return root + "/aliases/" + Paths.segment(alias);
    }
}
