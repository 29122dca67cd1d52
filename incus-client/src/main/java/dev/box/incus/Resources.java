package dev.box.incus;

import io.avaje.jsonb.JsonType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Named things of one kind in one project: what all kinds have in common. */
public abstract sealed class Resources<T> permits EditableResources, Instances, Images {

    final Daemon daemon;
    final String kind;
    final String root;
    private final Class<T> type;

    Resources(Daemon daemon, String kind, String root, Class<T> type) {
        this.daemon = daemon;
        this.kind = kind;
        this.root = root;
        this.type = type;
    }

    JsonType<T> type() {
        return Codec.type(type);
    }

    String path(String name) {
        return root + "/" + Paths.segment(name);
    }

    String about(String doing, String name) {
        return doing + " " + kind + " '" + name + "'";
    }

    /** All of them. */
    public List<T> list(Deadline deadline) {
        JsonType<List<T>> list = type().list();
        return daemon.get("listing " + kind + "s", root + "?recursion=1", list, deadline)
                .value();
    }

    /** Empty if there is none of that name. */
    public Optional<Versioned<T>> find(String name, Deadline deadline) {
        try {
            return Optional.of(get(name, deadline));
        } catch (IncusException.NotFound absent) {
            return Optional.empty();
        }
    }

    /** Fails with {@link IncusException.NotFound} if there is none of that name. */
    public Versioned<T> get(String name, Deadline deadline) {
        return daemon.get(about("reading", name), path(name), type(), deadline);
    }

    static Map<String, String> ifMatch(Versioned<?> versioned) {
        return versioned.etag().isEmpty() ? Map.of() : Map.of("If-Match", versioned.etag());
    }
}
