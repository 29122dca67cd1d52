package dev.box.cli.terminal;

import dev.box.core.text.Untrusted;
import java.util.ArrayList;
import java.util.List;

/** Columns as wide as their widest cell, two spaces between them, nothing after the last. */
public final class Table {

    private final List<String[]> rows = new ArrayList<>();

    public Table(String... headings) {
        rows.add(headings.clone());
    }

    public Table row(String... cells) {
        String[] clean = new String[cells.length];
        for (int i = 0; i < cells.length; i++) {
            clean[i] = cells[i].isEmpty() ? "-" : Untrusted.line(cells[i]);
        }
        rows.add(clean);
        return this;
    }

    @Override
    public String toString() {
        int[] widths = new int[rows.getFirst().length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        StringBuilder out = new StringBuilder();
        for (String[] row : rows) {
            if (!out.isEmpty()) {
                out.append('\n');
            }
            for (int i = 0; i < row.length; i++) {
                out.append(row[i]);
                if (i < row.length - 1) {
                    out.append(" ".repeat(widths[i] - row[i].length() + 2));
                }
            }
        }
        return out.toString();
    }
}
