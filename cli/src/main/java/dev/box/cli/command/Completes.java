package dev.box.cli.command;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What stands in a place of a command line, told by the word that the table writes there, and so what completes it. A word
 * with bars in it, such as {@code bash|zsh|fish}, names all there is to choose from.
 */
public enum Completes {
    BOX("box"),
    /** Of the box before it. */
    SNAPSHOT("label"),
    /** A box, or BOX/SNAPSHOT. */
    SOURCE("source"),
    /** A file of the host, or BOX:PATH. */
    PLACE("src", "dst"),
    TEMPLATE("template"),
    IMAGE("alias"),
    LAB("lab"),
    /** Of the incus client. */
    REMOTE("remote"),
    /** An open one of the box before it. */
    DOOR("open-port"),
    /** Some of a drill's, with commas between them. */
    PHASES("phases"),
    CELL("cell"),
    MUTATION("mutation"),
    ACCOUNT("user"),
    VERB("verb"),
    SECOND_WORD("second word"),
    FILE("file", "metadata", "rootfs"),
    DIRECTORY("directory"),
    CHOICE(),
    /** What only the operator knows. */
    NOTHING(
            "name",
            "new-name",
            "session",
            "port",
            "host-port",
            "host",
            "image",
            "seconds",
            "count",
            "size",
            "time",
            "n",
            "formats",
            "release",
            "kind",
            "names");

    private final List<String> placeholders;

    Completes(String... placeholders) {
        this.placeholders = List.of(placeholders);
    }

    /** Empty for a word that nobody has decided about yet. */
    public static Optional<Completes> of(String placeholder) {
        if (placeholder.indexOf('|') >= 0) {
            return Optional.of(CHOICE);
        }
        return Arrays.stream(values())
                .filter(kind -> kind.placeholders.contains(placeholder))
                .findFirst();
    }
}
