package dev.box.core.transfer;

import dev.box.core.box.Stamp;
import dev.box.core.text.Untrusted;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * What {@code backup/index.yaml} says, as far as it agrees with itself.
 *
 * @param name of the box when it was exported
 * @param snapshots their names, as listed
 * @param index the whole of it
 */
record Manifest(String name, List<String> snapshots, Map<String, Object> index) {

    /** Of index.yaml, of each backup.yaml and of what box makes of them. */
    static final int MOST_BYTES = 8 << 20;

    private static final int LONGEST_LABEL = 255;

    static Manifest read(byte[] yaml) throws BadArchive {
        Map<String, Object> index = map(tree(yaml), "index.yaml");
        String name = text(index, "name");
        if (!text(index, "type").equals("container")) {
            throw new BadArchive("it holds a " + Untrusted.line(text(index, "type"))
                    + ", and only a container's files can be checked before they are taken in");
        }
        if (Boolean.TRUE.equals(index.get("optimized"))) {
            throw new BadArchive("it is in a storage driver's own format, which cannot be checked: export it again with"
                    + " 'box export'");
        }
        Map<String, Object> config = map(index.get("config"), "index.yaml's config");
        Map<String, Object> container = map(config.get("container"), "index.yaml's container");
        if (name.isEmpty() || !text(container, "name").equals(name)) {
            throw new BadArchive("its manifest disagrees with itself about the name: '" + Untrusted.line(name)
                    + "' and '" + Untrusted.line(text(container, "name")) + "'");
        }
        if (!Stamp.isBox(strings(container.get("config")))) {
            throw new BadArchive("it holds no box: what was exported carries no tag (user.box)");
        }
        return new Manifest(name, labels(index, config), index);
    }

    private static List<String> labels(Map<String, Object> index, Map<String, Object> config) throws BadArchive {
        List<String> labels = new ArrayList<>();
        for (Object label : list(index.get("snapshots"))) {
            String text = String.valueOf(label);
            if (!isLabel(text) || labels.contains(text)) {
                throw new BadArchive("a snapshot is called '" + Untrusted.line(text) + "'");
            }
            labels.add(text);
        }
        Set<String> described = new HashSet<>();
        for (Object snapshot : list(config.get("snapshots"))) {
            described.add(text(map(snapshot, "a snapshot"), "name"));
        }
        if (!described.equals(Set.copyOf(labels))) {
            throw new BadArchive("its manifest disagrees with itself about the snapshots");
        }
        return List.copyOf(labels);
    }

    /** Incus takes more, but none of it is needed for a path component that is only that. */
    private static boolean isLabel(String text) {
        return !text.isEmpty()
                && text.length() <= LONGEST_LABEL
                && text.chars().allMatch(c -> c > ' ' && c < 127 && c != '/' && c != '\\')
                && !text.equals(".")
                && !text.equals("..");
    }

    /** Anything that YAML can say in so many bytes, without aliases: they make much of little. */
    static @Nullable Object tree(byte[] yaml) throws BadArchive {
        LoadSettings settings = LoadSettings.builder()
                .setAllowDuplicateKeys(false)
                .setAllowRecursiveKeys(false)
                .setMaxAliasesForCollections(0)
                .setCodePointLimit(MOST_BYTES)
                .build();
        try {
            return new Load(settings).loadFromString(new String(yaml, StandardCharsets.UTF_8));
        } catch (YamlEngineException | StackOverflowError e) {
            throw new BadArchive("its manifest is not YAML that box reads: "
                    + Untrusted.line(String.valueOf(e.getMessage()).split("\n", 2)[0]));
        }
    }

    static Map<String, Object> map(@Nullable Object value, String what) throws BadArchive {
        if (!(value instanceof Map<?, ?> map)) {
            throw new BadArchive(what + " is missing");
        }
        Map<String, Object> typed = new LinkedHashMap<>();
        map.forEach((key, inner) -> typed.put(String.valueOf(key), inner == null ? "" : inner));
        return typed;
    }

    static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }

    static String text(Map<String, Object> map, String key) {
        return map.get(key) instanceof String text ? text : "";
    }

    /** The scalar values of a map, as text. */
    static Map<String, String> strings(@Nullable Object value) {
        Map<String, String> strings = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, inner) -> {
                if (inner instanceof String || inner instanceof Number || inner instanceof Boolean) {
                    strings.put(String.valueOf(key), String.valueOf(inner));
                }
            });
        }
        return strings;
    }
}
