package dev.box.cli.verb;

import dev.box.core.failure.BoxFailure;
import dev.box.core.text.Untrusted;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Paths as typed. */
final class TypedPath {

    private TypedPath() {}

    static Path of(String typed) {
        try {
            if (!typed.isEmpty()) {
                return Path.of(typed);
            }
        } catch (InvalidPathException e) {
            // refused below
        }
        throw new BoxFailure.Refused(
                "reading the file's name", "'" + Untrusted.line(typed) + "' is no path", "give a path");
    }
}
