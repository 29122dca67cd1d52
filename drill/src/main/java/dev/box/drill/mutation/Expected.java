package dev.box.drill.mutation;

import java.util.List;
import java.util.stream.Stream;

/** What must come of a mutation. */
sealed interface Expected {

    String words();

    /** Every cell of these rows, or trial, turns red. */
    static Red red(String... rows) {
        return new Red(Pick.rows(rows), List.of(), List.of());
    }

    /**
     * Rows turn red: cells of packets, or trials.
     *
     * @param must every one of these
     * @param may these too
     * @param refused those of {@code must} whose sender must have got a reset while frames were counted at the receiver
     */
    record Red(List<Pick> must, List<Pick> may, List<Pick> refused) implements Expected {
        @Override
        public String words() {
            return "must turn red: " + Pick.words(must) + (may.isEmpty() ? "" : "; may: " + Pick.words(may));
        }

        /** And at least one cell of a row, where several boxes are after the same thing. */
        Red some(String row) {
            return new Red(
                    Stream.concat(must.stream(), Stream.of(Pick.some(row))).toList(), may, refused);
        }

        Red may(String... rows) {
            return new Red(must, Pick.rows(rows), refused);
        }

        Red refused(String... rows) {
            return new Red(must, may, Pick.rows(rows));
        }
    }

    /** Every cell stays green, because of {@code keeper}; only the broken layer's own check turns red. */
    record Redundant(String keeper) implements Expected {
        @Override
        public String words() {
            return "every cell holds, because of " + keeper + "; the layer's own check must be red";
        }
    }

    /** These controls turn red, and so no cell is judged. */
    record NotJudged(List<String> controls) implements Expected {
        @Override
        public String words() {
            return "no cell may be judged, for want of " + String.join(", ", controls);
        }
    }
}
