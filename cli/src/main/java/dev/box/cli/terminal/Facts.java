package dev.box.cli.terminal;

import dev.box.core.text.Untrusted;

/** Named facts about one thing, one per line; what is unknown is left out. */
public final class Facts {

    private static final int WIDTH = 12;

    private final StringBuilder out = new StringBuilder();

    public Facts add(String name, String value) {
        if (!value.isEmpty()) {
            if (!out.isEmpty()) {
                out.append('\n');
            }
            out.append(name)
                    .append(" ".repeat(Math.max(1, WIDTH - name.length())))
                    .append(Untrusted.line(value));
        }
        return this;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
