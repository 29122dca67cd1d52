package dev.box.incus.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP request to the daemon.
 *
 * @param method e.g. {@code GET}
 * @param target path and query, encoded, e.g. {@code /1.0/instances?recursion=1}
 * @param headers besides those of the connection and of the body
 * @param body null for none
 */
public record Request(
        String method,
        String target,
        Map<String, String> headers,
        @Nullable Body body) {

    public static Request get(String target) {
        return new Request("GET", target, Map.of(), null);
    }

    /** What is sent after the headers. */
    public interface Body {
        String contentType();

        /** In bytes, -1 if it is not known before. */
        long length();

        void writeTo(OutputStream out) throws IOException;

        /** Whether it can be written more than once. */
        default boolean repeatable() {
            return false;
        }
    }

    /** A body that is in memory. */
    public static Body bytes(String contentType, byte[] content) {
        return new Body() {
            @Override
            public String contentType() {
                return contentType;
            }

            @Override
            public long length() {
                return content.length;
            }

            @Override
            public void writeTo(OutputStream out) throws IOException {
                out.write(content);
            }

            @Override
            public boolean repeatable() {
                return true;
            }
        };
    }

    public static Body json(String text) {
        return bytes("application/json", text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * A body that is read while it is sent.
     *
     * @param length in bytes, -1 if it is not known
     */
    public static Body stream(String contentType, long length, InputStream content) {
        return new Body() {
            @Override
            public String contentType() {
                return contentType;
            }

            @Override
            public long length() {
                return length;
            }

            @Override
            public void writeTo(OutputStream out) throws IOException {
                BodySource.copy(content, out);
            }
        };
    }

    /** What a body's source writes; its own failures are kept apart from the connection's. */
    public interface Source {
        void writeTo(OutputStream out) throws IOException;
    }

    /** A body that is made while it is sent; its length is not known. */
    public static Body written(String contentType, Source source) {
        return new Body() {
            @Override
            public String contentType() {
                return contentType;
            }

            @Override
            public long length() {
                return -1;
            }

            @Override
            public void writeTo(OutputStream out) throws IOException {
                BodySource.write(source, out);
            }
        };
    }
}
