package dev.box.cli.terminal;

/** Words on as many lines as they need. */
public final class Paragraph {

    /** No line is broken: what a program reads, or a command, which is there to be copied. */
    public static final int ENDLESS = Integer.MAX_VALUE;

    private Paragraph() {}

    /** The first line begins at column {@code indent}, where the caller has got to; the others are indented to it. */
    public static String wrapped(String words, int indent, int columns) {
        StringBuilder out = new StringBuilder();
        int column = indent;
        for (String word : words.split(" ", -1)) {
            if (column > indent && column + word.length() > columns) {
                out.setLength(out.length() - 1);
                out.append('\n').append(" ".repeat(indent));
                column = indent;
            }
            out.append(word).append(' ');
            column += word.length() + 1;
        }
        out.setLength(out.length() - 1);
        return out.toString();
    }
}
