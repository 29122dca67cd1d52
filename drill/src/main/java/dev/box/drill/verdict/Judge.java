package dev.box.drill.verdict;

import dev.box.drill.contract.Expectation;

/** Turns what both ends of a probe saw into a verdict. A cell holds only if both agree with the expectation. */
public final class Judge {

    private Judge() {}

    public static Judgement judge(Expectation expectation, Observation seen) {
        return switch (expectation) {
            case SILENT -> silent(seen);
            case REACHES -> reaches(seen);
            case RESOLVES -> resolves(seen);
            case UNKNOWN_NAME -> unknownName(seen);
            case FINDS_NOTHING -> findsNothing(seen);
            case ENTERS -> enters(seen);
            case STAYS_OUT -> staysOut(seen);
        };
    }

    private static Judgement enters(Observation seen) {
        if (seen.sender() == Sender.CHECK_FAILED) {
            return Judgement.unjudged("the probe itself failed");
        }
        if (seen.receiver() == Receiver.NOT_OBSERVED) {
            return Judgement.unjudged("arrival was not counted");
        }
        if (seen.receiver() == Receiver.NOTHING) {
            return Judgement.broken("no frame arrived");
        }
        return seen.sender() == Sender.REACHED || seen.sender() == Sender.REFUSED
                ? Judgement.holds()
                : Judgement.broken("frames arrived, and nothing came back");
    }

    /** A refusal may come from this side of the far end: what counts is that no frame arrived there. */
    private static Judgement staysOut(Observation seen) {
        if (seen.receiver() == Receiver.ARRIVED) {
            return Judgement.broken("it arrived");
        }
        return switch (seen.sender()) {
            case REACHED -> Judgement.broken("it was answered");
            case CHECK_FAILED -> Judgement.unjudged("the probe itself failed");
            case NAME_FAILED -> Judgement.unjudged("a name service answered a question that was none");
            case REFUSED, TIMED_OUT, UNREACHABLE, PROHIBITED -> quiet(seen);
        };
    }

    private static Judgement findsNothing(Observation seen) {
        return switch (seen.sender()) {
            case NAME_FAILED -> Judgement.holds();
            case REACHED -> Judgement.broken("it sees something of the host");
            case REFUSED, TIMED_OUT, UNREACHABLE, PROHIBITED, CHECK_FAILED -> Judgement.unjudged("it could not look");
        };
    }

    private static Judgement silent(Observation seen) {
        if (seen.receiver() == Receiver.ARRIVED) {
            return Judgement.broken(
                    answered(seen.sender())
                            ? "it arrived and was answered"
                            : "frames arrived, although nothing came back");
        }
        return switch (seen.sender()) {
            case REACHED -> Judgement.broken("it was answered");
            case REFUSED -> Judgement.broken("a refusal came back: something there answers");
            case NAME_FAILED -> Judgement.broken("a name service that should not be reachable answered");
            case CHECK_FAILED -> Judgement.unjudged("the probe itself failed");
            case TIMED_OUT, UNREACHABLE, PROHIBITED -> quiet(seen);
        };
    }

    /** The sender heard nothing: that counts only if the frame really left and the far end really looked. */
    private static Judgement quiet(Observation seen) {
        if (seen.watched() && seen.receiver() == Receiver.NOT_OBSERVED) {
            return Judgement.unjudged("arrival was not counted");
        }
        if (seen.routeless() && seen.sender() == Sender.UNREACHABLE) {
            return Judgement.holds();
        }
        // an origin without a route, or one that filters its own output, shows nothing about the layers under test
        if (seen.sent() == 0) {
            return neverLeft();
        }
        if (seen.watched() && seen.sent() < 0) {
            return Judgement.unjudged("departure was not counted");
        }
        return Judgement.holds();
    }

    private static Judgement reaches(Observation seen) {
        return switch (seen.sender()) {
            case CHECK_FAILED -> Judgement.unjudged("the probe itself failed");
            case REACHED ->
                seen.watched() && seen.receiver() != Receiver.ARRIVED
                        ? Judgement.unjudged("it was answered, but the counter on its way saw nothing")
                        : unlessInvented(seen);
            case REFUSED, TIMED_OUT, UNREACHABLE, PROHIBITED, NAME_FAILED -> Judgement.broken("it was not answered");
        };
    }

    private static Judgement resolves(Observation seen) {
        return switch (seen.sender()) {
            case REACHED -> unlessInvented(seen);
            case CHECK_FAILED -> Judgement.unjudged("the probe itself failed");
            case REFUSED, TIMED_OUT, UNREACHABLE, PROHIBITED, NAME_FAILED -> Judgement.broken("it did not resolve");
        };
    }

    private static Judgement unknownName(Observation seen) {
        return switch (seen.sender()) {
            case NAME_FAILED -> unlessInvented(seen);
            case REACHED -> Judgement.broken("the name service gave it away");
            case CHECK_FAILED -> Judgement.unjudged("the probe itself failed");
            case REFUSED, TIMED_OUT, UNREACHABLE, PROHIBITED ->
                Judgement.unjudged("the name service did not answer, so its silence says nothing");
        };
    }

    /** An answer to a question that was counted and never left did not come from where the contract means. */
    private static Judgement unlessInvented(Observation seen) {
        return seen.sent() == 0 ? neverLeft() : Judgement.holds();
    }

    private static Judgement neverLeft() {
        return Judgement.unjudged("the frame never left its origin, so what the sender says of it means nothing");
    }

    private static boolean answered(Sender sender) {
        return sender == Sender.REACHED || sender == Sender.REFUSED || sender == Sender.NAME_FAILED;
    }
}
