package dev.box.drill.report;

import dev.box.drill.verdict.Verdict;
import io.avaje.jsonb.Json;
import java.util.List;

/**
 * One guarantee that was broken on purpose, and what the probes made of it: one row of the kill matrix.
 *
 * @param id e.g. {@code bridge-drop}
 * @param layers ids of the layers that it breaks
 * @param what what is broken, in words
 * @param expected what must come of it, in words
 * @param outcome what did
 * @param because why that is not as it must be; empty if it is
 * @param redLayers ids of the layers whose own check was red meanwhile
 * @param redControls ids of the controls that were red meanwhile
 * @param cells what was measured while it was broken: the matrix's columns
 * @param restored whether everything was green again afterwards
 */
@Json
public record MutationReport(
        String id,
        List<String> layers,
        String what,
        String expected,
        Outcome outcome,
        String because,
        List<String> redLayers,
        List<String> redControls,
        List<Cell> cells,
        boolean restored,
        long elapsedMillis) {

    /** What came of a mutation. */
    public enum Outcome {
        /** The named cells turned red, and no others. */
        CAUGHT("caught"),
        /** Another layer kept the clause; the broken layer's own check turned red. */
        REDUNDANT("redundant"),
        /** The drill said that it could not judge, as it must. */
        NOT_JUDGED("not judged"),
        /** What had to turn red did not. */
        MISSED("MISSED"),
        /** Something turned red that is not named for it. */
        ASTRAY("ASTRAY"),
        /** The host was not whole again afterwards. */
        NOT_RESTORED("NOT RESTORED"),
        /** It could not be made or measured. */
        FAILED("FAILED");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }

        /** Whether the drill has shown what it had to show. */
        public boolean good() {
            return this == CAUGHT || this == REDUNDANT || this == NOT_JUDGED;
        }
    }

    /**
     * One cell of the matrix.
     *
     * @param named whether it is one that must turn red, or may
     * @param words the evidence
     */
    @Json
    public record Cell(String id, String row, String clause, Verdict verdict, boolean named, String words) {}
}
