package dev.box.drill.report;

import dev.box.drill.verdict.Verdict;
import io.avaje.jsonb.Json;
import java.util.List;

/**
 * One deliberate break and who noticed; a kill matrix is a list of these.
 *
 * @param id e.g. {@code acl-detached}; never changes
 * @param what was broken, in words
 * @param layer id of the layer that it breaks
 * @param expectedRed what had to turn red: rows of the contract ({@code A3.tcp.sibling}), or {@code layer.ID} for a
 *     layer's own check, or {@code control.ID} for a control
 * @param red what did turn red, in the same words
 * @param because why the outcome is not a good one; empty if it is
 * @param cells what was measured while it was broken, with the evidence
 */
@Json
public record MutationReport(
        String id,
        String what,
        String layer,
        List<String> expectedRed,
        List<String> red,
        Outcome outcome,
        String because,
        List<Cell> cells,
        long elapsedMillis) {

    /** One cell, measured while something was broken. */
    @Json
    public record Cell(String id, Verdict verdict, String words) {}

    /** What came of a deliberate break. */
    public enum Outcome {
        /** What was named turned red, nothing else did, and all was green again afterwards. */
        KILLED("killed"),
        /** Another layer kept the clause; this layer's own check turned red. */
        REDUNDANT("redundant: another layer held, its own check turned red"),
        /** What an instrument needs was broken, and the drill said that it could not judge. */
        NOT_JUDGED("not judged, as it must be"),
        /** Something turned red, but not what was named, or not that alone. */
        BY_ACCIDENT("caught by accident: not by what was named"),
        /** Nobody noticed. */
        SURVIVED("survived: nobody noticed"),
        /** It could not be made, or not be measured. */
        FAILED("failed: could not be made or measured"),
        /** It was noticed, and afterwards not all was green again. */
        NOT_RESTORED("not restored: still red afterwards");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }

        /** Whether the drill proved itself with it. */
        public boolean good() {
            return this == KILLED || this == REDUNDANT || this == NOT_JUDGED;
        }
    }
}
