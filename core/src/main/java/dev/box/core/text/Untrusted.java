package dev.box.core.text;

/**
 * Makes text that a guest or the daemon supplied safe to print on the operator's terminal: a box must not be able to
 * move the operator's cursor, retitle the window or type into the shell.
 */
public final class Untrusted {

    private Untrusted() {}

    /** One line: every control, format, surrogate and private-use character, and line ends, become {@code ?} or a space. */
    public static String line(String text) {
        return clean(text, false);
    }

    /** Several lines: as {@link #line}, but line feeds and tabs stay. */
    public static String lines(String text) {
        return clean(text, true);
    }

    private static String clean(String text, boolean keepLines) {
        StringBuilder out = new StringBuilder(text.length());
        int i = 0;
        while (i < text.length()) {
            int c = text.codePointAt(i);
            int width = Character.charCount(c);
            if (c == 0x1b || c == 0x9b) {
                i = skipEscape(text, i);
                continue;
            }
            if (c == '\n' || c == '\t') {
                out.append(keepLines ? (char) c : ' ');
            } else if (c == '\r') {
                // dropped: a bare carriage return overwrites the line it is on
            } else if (isHarmless(c)) {
                out.appendCodePoint(c);
            } else {
                out.append('?');
            }
            i += width;
        }
        return out.toString();
    }

    private static boolean isHarmless(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /** The index after the escape sequence at {@code start} (ECMA-48: CSI, string sequences, and two-character escapes). */
    private static int skipEscape(String text, int start) {
        int i = start + 1;
        char kind = '[';
        if (text.charAt(start) == 0x1b) {
            if (i >= text.length()) {
                return i;
            }
            kind = text.charAt(i++);
        }
        if (kind == '[') {
            while (i < text.length() && !(text.charAt(i) >= 0x40 && text.charAt(i) <= 0x7e)) {
                i++;
            }
            return Math.min(text.length(), i + 1);
        }
        if (kind == ']' || kind == 'P' || kind == 'X' || kind == '^' || kind == '_') {
            while (i < text.length() && text.charAt(i) != 0x07 && text.charAt(i) != 0x9c) {
                if (text.charAt(i) == 0x1b) {
                    return Math.min(text.length(), i + 2);
                }
                i++;
            }
            return Math.min(text.length(), i + 1);
        }
        return i;
    }
}
