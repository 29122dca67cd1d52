package dev.box.incus;

import dev.box.incus.wire.Response;
import io.avaje.json.JsonReader;
import io.avaje.jsonb.JsonType;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The wrapper that the daemon puts around every answer. An answer that took long has HTTP status 200 even if it is a
 * failure (the daemon sends headers first), so {@code error_code} is looked at too.
 */
final class Envelope {

    private Envelope() {}

    /** The answer's content as {@code type}, or null if there is none or it is not wanted. */
    static <T> Daemon.Answer<T> read(String tried, Response response, @Nullable JsonType<T> type) throws IOException {
        @Nullable T value = null;
        String operation = "";
        String error = "";
        int errorCode = 0;
        byte[] body = response.body().readAllBytes();
        try (JsonReader reader = Codec.JSONB.reader(body)) {
            reader.beginObject();
            while (reader.hasNextField()) {
                switch (reader.nextField()) {
                    case "error" -> error = reader.isNullValue() ? "" : reader.readString();
                    case "error_code" -> errorCode = reader.readInt();
                    case "operation" -> operation = reader.isNullValue() ? "" : reader.readString();
                    case "metadata" -> {
                        if (type == null || response.status() >= 400 || errorCode != 0) {
                            reader.skipValue();
                        } else if (!reader.isNullValue()) {
                            value = type.fromJson(reader);
                        }
                    }
                    default -> reader.skipValue();
                }
            }
            reader.endObject();
        }
        if (response.status() >= 400 || errorCode != 0) {
            throw Failures.answered(tried, errorCode == 0 ? response.status() : errorCode, error);
        }
        return new Daemon.Answer<>(value, response.header("ETag"), operation);
    }
}
