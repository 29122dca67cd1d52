package dev.box.cli.command;

import java.util.Collection;

/** Finds the name that a typist most probably meant. */
public final class Nearest {

    private Nearest() {}

    /** The candidate nearest to {@code typed}, or empty if none is near enough to be worth offering. */
    public static String to(String typed, Collection<String> candidates) {
        String best = "";
        int bestDistance = Integer.MAX_VALUE;
        for (String candidate : candidates) {
            int distance = candidate.startsWith(typed) && typed.length() > 1 ? 1 : distance(typed, candidate);
            if (distance < bestDistance) {
                bestDistance = distance;
                best = candidate;
            }
        }
        return bestDistance <= tolerance(typed) ? best : "";
    }

    /** {@code ; did you mean 'x'?}, or empty. */
    static String question(String typed, Collection<String> candidates, String prefix) {
        String nearest = to(typed, candidates);
        return nearest.isEmpty() ? "" : "; did you mean '" + prefix + nearest + "'?";
    }

    private static int tolerance(String typed) {
        return typed.length() < 5 ? 1 : 2;
    }

    /** Insertions, deletions, replacements and swaps of neighbours, one each (optimal string alignment). */
    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            d[i][0] = i;
        }
        for (int j = 0; j <= b.length(); j++) {
            d[0][j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int replace = d[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                d[i][j] = Math.min(replace, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}
