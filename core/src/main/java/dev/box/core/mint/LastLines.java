package dev.box.core.mint;

import dev.box.core.text.Untrusted;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** Takes a guest's output, tells each whole line as it comes, made harmless, and keeps the last few for a failure. */
final class LastLines extends OutputStream {

    private static final int KEPT = 20;
    private static final int LONGEST = 2000;

    private final Consumer<String> listener;
    private final Deque<String> lines = new ArrayDeque<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    LastLines(Consumer<String> listener) {
        this.listener = listener;
    }

    @Override
    public synchronized void write(int b) {
        if (b == '\n' || line.size() >= LONGEST) {
            end();
        }
        if (b != '\n') {
            line.write(b);
        }
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        for (int i = offset; i < offset + length; i++) {
            write(bytes[i]);
        }
    }

    /** The last lines, joined by line feeds. */
    synchronized String text() {
        if (line.size() > 0) {
            end();
        }
        return String.join("\n", lines);
    }

    /** The last line; empty if there was none. */
    synchronized String last() {
        String text = text();
        return text.substring(text.lastIndexOf('\n') + 1);
    }

    private void end() {
        String text = Untrusted.line(line.toString(StandardCharsets.UTF_8));
        line.reset();
        lines.addLast(text);
        if (lines.size() > KEPT) {
            lines.removeFirst();
        }
        listener.accept(text);
    }
}
