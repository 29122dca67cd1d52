package dev.box.drill.report;

import dev.box.drill.verdict.Receiver;
import dev.box.drill.verdict.Sender;
import dev.box.drill.verdict.Verdict;
import io.avaje.jsonb.Json;
import java.util.List;

/**
 * One cell with all its evidence.
 *
 * @param row the contract's row that it comes from
 * @param protocol what was sent, or done
 * @param from who sent; empty for what was tried step by step and has no one sender
 * @param attempts packets and their evidence; empty if none were sent, or if it was not measured at all
 * @param because why it does not hold; empty if it does
 * @param words the evidence in words
 * @param flaky whether its first attempt did not hold and its second did
 * @param rerun the one command that measures it again
 */
@Json
public record CellReport(
        String id,
        String row,
        String clause,
        String protocol,
        String from,
        String to,
        String expectation,
        Verdict verdict,
        String because,
        String words,
        boolean flaky,
        List<Attempt> attempts,
        List<String> controls,
        String rerun) {

    /** Whether it is one of packets from somebody to somebody. */
    public boolean isWay() {
        return !from.isEmpty();
    }

    /**
     * One attempt.
     *
     * @param fromAddress the sender's
     * @param toAddress the target's
     * @param port knocked at; 0 if the kind has none
     * @param token the number that marks its frames
     * @param errno the kernel's name for what went wrong; empty if nothing did
     * @param output what the instrument said, untrusted
     * @param command what was run
     * @param sent frames counted leaving, negative if not counted
     * @param before frames counted at the receiving end when it began
     * @param after and when it ended; negative if not counted
     * @param watched where they were counted
     */
    @Json
    public record Attempt(
            String fromAddress,
            String toAddress,
            int port,
            int token,
            Sender sender,
            String errno,
            String output,
            String command,
            long elapsedMillis,
            Receiver receiver,
            long sent,
            long before,
            long after,
            String watched) {}
}
