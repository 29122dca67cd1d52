package dev.box.incus.wire;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A {@code multipart/form-data} body of files, streamed; its length is known before. */
public final class Multipart implements Request.Body {

    private static final String BOUNDARY = "----incus-client-5f1c9d0a7b3e4826";

    private final List<Part> parts = new ArrayList<>();

    private record Part(byte[] head, Path file, long length) {}

    /** Adds a file under a form name; it is read when the body is sent and must not change until then. */
    public Multipart file(String name, Path file) throws IOException {
        String fileName = String.valueOf(file.getFileName())
                .replace('"', '_')
                .replace('\n', '_')
                .replace('\r', '_');
        String head = "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + name + "\"; filename=\""
                + fileName + "\"\r\nContent-Type: application/octet-stream\r\n\r\n";
        parts.add(new Part(head.getBytes(StandardCharsets.UTF_8), file, Files.size(file)));
        return this;
    }

    @Override
    public String contentType() {
        return "multipart/form-data; boundary=" + BOUNDARY;
    }

    @Override
    public long length() {
        long sum = tail().length;
        for (Part part : parts) {
            sum += part.head.length + part.length + 2;
        }
        return sum;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        for (Part part : parts) {
            out.write(part.head);
            try (InputStream content = Files.newInputStream(part.file)) {
                BodySource.copy(content, out);
            }
            out.write(new byte[] {'\r', '\n'});
        }
        out.write(tail());
    }

    private static byte[] tail() {
        return ("--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.US_ASCII);
    }
}
