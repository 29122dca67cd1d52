package dev.box.core.transfer;

import dev.box.core.box.StampKey;
import dev.box.core.host.HostNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;

/**
 * The description that the daemon gets to see in place of the one in the file. Keys are let through by name and the rest is
 * dropped: devices, profiles, {@code security.*} and {@code raw.*} are this host's to decide, and a key that Incus comes to
 * know tomorrow is none that a file may bring along today.
 */
final class HostsTruth {

    private static final String ID_MAP = "volatile.last_state.idmap";

    /** The owners are written as the guest knows them, as they are without the key too; a restricted project takes no such key. */
    private static final String UNSHIFTED = "[]";

    private static final Pattern MAP = Pattern.compile("[\\[\\]{}\":,A-Za-z0-9 ]{0,2000}");
    private static final Pattern COUNT = Pattern.compile("[0-9]{1,4}");
    private static final Pattern SIZE = Pattern.compile("[0-9]{1,15}(B|[kMGT]B|[KMGT]iB)?");

    private static final Set<String> ORIGIN = Stream.of(
                    StampKey.SCHEMA,
                    StampKey.VERSION,
                    StampKey.CREATED,
                    StampKey.TEMPLATE,
                    StampKey.USER,
                    StampKey.IMAGE,
                    StampKey.IMAGE_FINGERPRINT,
                    StampKey.MODE,
                    StampKey.MODE_ASKED,
                    StampKey.ORIGIN,
                    StampKey.ORIGIN_FROM)
            .map(StampKey::key)
            .collect(Collectors.toUnmodifiableSet());

    private static final String NEVER = "0001-01-01T00:00:00Z";
    private static final Pattern TIME = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{8,18}(Z|[+-][0-9:]{5})");

    /** Facts that describe and decide nothing; the id map says in which form the file's owners are written. */
    private static final List<String> PASSED = List.of("volatile.base_image", "cloud-init.user-data");

    private final Manifest manifest;
    private final String name;
    private final String pool;
    private final Map<String, String> stamped;

    /** {@code stamped} are the keys that the box gets here, over whatever the file says. */
    HostsTruth(Manifest manifest, String name, String pool, Map<String, String> stamped) {
        this.manifest = manifest;
        this.name = name;
        this.pool = pool;
        this.stamped = Map.copyOf(stamped);
    }

    /** {@code backup/index.yaml}. */
    String index() throws BadArchive {
        Map<String, Object> index = new LinkedHashMap<>();
        index.put("name", name);
        index.put("backend", Manifest.text(manifest.index(), "backend"));
        index.put("pool", pool);
        index.put("snapshots", manifest.snapshots());
        index.put("optimized", false);
        index.put("optimized_header", false);
        index.put("type", "container");
        index.put("config", description());
        return yaml(index);
    }

    /** {@code backup.yaml} of the box and of each snapshot. */
    String backup() throws BadArchive {
        return yaml(description());
    }

    private Map<String, Object> description() throws BadArchive {
        Map<String, Object> config = Manifest.map(manifest.index().get("config"), "index.yaml's config");
        Map<String, Object> container = Manifest.map(config.get("container"), "index.yaml's container");
        Map<String, Object> out = new LinkedHashMap<>();
        Map<String, Object> instance = instance(container, name);
        instance.put("status", "Stopped");
        instance.put("status_code", 102);
        instance.put("type", "container");
        Map<String, Object> keys = new LinkedHashMap<>(keys(container));
        keys.putAll(stamped);
        instance.put("config", keys);
        out.put("container", instance);
        out.put("snapshots", snapshots(config));
        out.put("pool", Map.of("name", pool, "driver", Manifest.text(manifest.index(), "backend"), "config", Map.of()));
        out.put("profiles", List.of());
        out.put("volume", volume(config.get("volume"), name));
        out.put("volume_snapshots", volumeSnapshots(config));
        return out;
    }

    /** A snapshot holds the keys that a rollback brings back: it is whole, and of this box. */
    private List<Object> snapshots(Map<String, Object> config) throws BadArchive {
        List<Object> out = new ArrayList<>();
        for (Object snapshot : Manifest.list(config.get("snapshots"))) {
            Map<String, Object> from = Manifest.map(snapshot, "a snapshot");
            Map<String, Object> to = instance(from, Manifest.text(from, "name"));
            Map<String, Object> keys = new LinkedHashMap<>(keys(from));
            stamped.forEach((key, value) -> {
                if (!key.equals(StampKey.STATE.key()) && !key.equals(StampKey.MINTER.key())) {
                    keys.put(key, value);
                }
            });
            to.put("config", keys);
            out.add(to);
        }
        return out;
    }

    private Map<String, Object> instance(Map<String, Object> from, String called) {
        Map<String, Object> to = new LinkedHashMap<>();
        to.put("name", called);
        to.put("architecture", Manifest.text(from, "architecture"));
        to.put("created_at", time(from));
        Map<String, Object> devices = devices(from);
        to.put("devices", devices);
        to.put("expanded_devices", devices.isEmpty() ? Map.of(HostNames.ROOT, rootDisk()) : devices);
        to.put("ephemeral", false);
        to.put("stateful", false);
        to.put("profiles", List.of(HostNames.PROFILE));
        to.put("description", "");
        return to;
    }

    private static Map<String, String> keys(Map<String, Object> from) {
        Map<String, String> out = new LinkedHashMap<>();
        Manifest.strings(from.get("config")).forEach((key, value) -> {
            boolean own = isUsers(key) || key.startsWith("image.") || PASSED.contains(key);
            if (own
                    || (key.equals(ID_MAP)
                            && !value.equals(UNSHIFTED)
                            && MAP.matcher(value).matches())) {
                out.put(key, value);
            }
        });
        Map<String, String> config = Manifest.strings(from.get("config"));
        String cpu = config.getOrDefault("limits.cpu", "");
        if (COUNT.matcher(cpu).matches()) {
            out.put("limits.cpu", cpu);
        }
        String memory = config.getOrDefault("limits.memory", "");
        if (SIZE.matcher(memory).matches()) {
            out.put("limits.memory", memory);
        }
        out.put("security.nesting", "true");
        out.put(StampKey.TAG.key(), "1");
        return out;
    }

    /** Of box's own keys only those that tell where a box comes from: the others say what box may do with it. */
    private static boolean isUsers(String key) {
        return key.startsWith("user.") && (!key.startsWith("user.box") || ORIGIN.contains(key));
    }

    /** Of its own devices only the size of its disk is the box's. */
    private Map<String, Object> devices(Map<String, Object> from) {
        if (from.get("devices") instanceof Map<?, ?> devices) {
            for (Object device : devices.values()) {
                Map<String, String> keys = Manifest.strings(device);
                String size = keys.getOrDefault("size", "");
                boolean root = "disk".equals(keys.get("type")) && "/".equals(keys.get("path"));
                if (root && SIZE.matcher(size).matches()) {
                    return Map.of(HostNames.ROOT, Map.of("type", "disk", "path", "/", "pool", pool, "size", size));
                }
            }
        }
        return Map.of();
    }

    /** The profile's, which the daemon wants to see spelled out. */
    private Map<String, String> rootDisk() {
        return Map.of("type", "disk", "path", "/", "pool", pool);
    }

    private static Map<String, Object> volume(@Nullable Object from, String called) {
        Map<String, Object> out = new LinkedHashMap<>();
        out.put("name", called);
        out.put("type", "container");
        out.put("content_type", "filesystem");
        out.put("config", Map.of());
        out.put("created_at", from instanceof Map<?, ?> map ? String.valueOf(map.get("created_at")) : NEVER);
        return out;
    }

    private static List<Object> volumeSnapshots(Map<String, Object> config) throws BadArchive {
        List<Object> out = new ArrayList<>();
        for (Object snapshot : Manifest.list(config.get("snapshots"))) {
            Map<String, Object> from = Manifest.map(snapshot, "a snapshot");
            out.add(Map.of(
                    "name",
                    Manifest.text(from, "name"),
                    "content_type",
                    "filesystem",
                    "config",
                    Map.of(),
                    "created_at",
                    time(from)));
        }
        return out;
    }

    private static String time(Map<String, Object> from) {
        String text = String.valueOf(from.getOrDefault("created_at", ""));
        return TIME.matcher(text).matches() ? text : NEVER;
    }

    private static String yaml(Object value) {
        return new Dump(DumpSettings.builder().setDereferenceAliases(true).build()).dumpToString(value);
    }
}
