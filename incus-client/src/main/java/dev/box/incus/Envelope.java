package dev.box.incus;

import dev.box.incus.wire.Response;
import io.avaje.json.JsonReader;
import io.avaje.jsonb.JsonType;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The wrapper that the daemon puts around every answer. */
final class Envelope {

    private Envelope() {}

    /** The answer's content as {@code type}, or null if there is none or it is not wanted. */
    static <T> Daemon.Answer<T> read(String tried, Response response, @Nullable JsonType<T> type) throws IOException {
        @Nullable T value = null;
        String operation = "";
        String error = "";
        int errorCode = 0;
        try (InputStream body = response.body();
                JsonReader reader = Codec.JSONB.reader(body)) {
            reader.beginObject();
            while (reader.hasNextField()) {
                switch (reader.nextField()) {
                    case "error" -> error = reader.isNullValue() ? "" : reader.readString();
                    case "error_code" -> errorCode = reader.readInt();
                    case "operation" -> operation = reader.isNullValue() ? "" : reader.readString();
                    case "metadata" -> {
                        if (type == null || response.status() >= 400) {
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
        if (response.status() >= 400) {
            throw Failures.answered(tried, errorCode == 0 ? response.status() : errorCode, error);
        }
        return new Daemon.Answer<>(value, response.header("ETag"), operation);
    }
}
