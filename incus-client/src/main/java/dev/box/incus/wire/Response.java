package dev.box.incus.wire;

import java.io.IOException;
import java.io.InputStream;

/** The daemon's answer; closing it frees its connection. */
public interface Response extends AutoCloseable {

    int status();

    /** The header's first value; empty if it is not there. */
    String header(String name);

    /** Reads block no longer than the request's time allowed when it was sent. */
    InputStream body() throws IOException;

    @Override
    void close();
}
