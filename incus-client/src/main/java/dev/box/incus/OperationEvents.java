package dev.box.incus;

import io.avaje.json.JsonReader;
import org.jspecify.annotations.Nullable;

/** Reads events of type operation, whose metadata is the operation itself. */
final class OperationEvents {

    private OperationEvents() {}

    /** The operation in the event, or null if the event is about another one. */
    static @Nullable OperationInfo parse(byte[] event, String id) {
        OperationInfo info = null;
        try (JsonReader reader = Codec.JSONB.reader(event)) {
            reader.beginObject();
            while (reader.hasNextField()) {
                if (reader.nextField().equals("metadata") && !reader.isNullValue()) {
                    info = Codec.type(OperationInfo.class).fromJson(reader);
                } else {
                    reader.skipValue();
                }
            }
            reader.endObject();
        }
        return info != null && info.id().equals(id) ? info : null;
    }
}
