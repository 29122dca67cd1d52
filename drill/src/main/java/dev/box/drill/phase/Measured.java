package dev.box.drill.phase;

import dev.box.drill.contract.Target;
import dev.box.drill.contract.Watch;
import dev.box.drill.plan.Shot;
import dev.box.drill.probe.Answer;
import dev.box.drill.verdict.Judge;
import dev.box.drill.verdict.Judgement;
import dev.box.drill.verdict.Observation;

/**
 * One shot and what both ends saw.
 *
 * @param fromAddress the sender's
 * @param command what was run
 * @param sent frames counted leaving; negative if not counted
 * @param before frames counted at the receiving end when it began; negative if not counted
 * @param after and when it ended; negative if not counted
 */
record Measured(Shot shot, Answer answer, String fromAddress, String command, long sent, long before, long after) {

    Observation observation() {
        boolean watched = shot.cell().spec().watch() != Watch.NONE;
        boolean routeless = shot.cell().spec().to() == Target.PUBLIC_IPV6;
        return new Observation(answer.sender(), sent, arrived(), watched, routeless);
    }

    /** Frames that arrived during this shot; negative if not counted. */
    long arrived() {
        return before < 0 || after < 0 ? -1 : after - before;
    }

    Judgement judgement() {
        return Judge.judge(shot.cell().spec().expectation(), observation());
    }
}
