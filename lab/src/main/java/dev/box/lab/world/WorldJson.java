package dev.box.lab.world;

import dev.box.incus.JsonBinding;
import io.avaje.jsonb.JsonType;
import io.avaje.jsonb.Jsonb;

/** The JSON that the world's servers speak. */
final class WorldJson {

    private static final Jsonb JSONB = JsonBinding.of("dev.box.lab.world.jsonb.GeneratedJsonComponent");

    private WorldJson() {}

    static <T> JsonType<T> type(Class<T> type) {
        return JSONB.type(type);
    }
}
