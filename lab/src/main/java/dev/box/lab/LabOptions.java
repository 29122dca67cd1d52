package dev.box.lab;

import dev.box.core.failure.BoxFailure;
import dev.box.lab.world.WorldPlan;

/**
 * What {@code box lab up} is asked for.
 *
 * @param hosts how many machines under test, 1 to {@link WorldPlan#MOST_HOSTS}
 * @param bare leave Incus out of them, to see it installed
 * @param assumeYes install missing packages of this machine without asking
 */
public record LabOptions(int hosts, boolean bare, boolean assumeYes) {

    public LabOptions {
        if (hosts < 1 || hosts > WorldPlan.MOST_HOSTS) {
            throw new BoxFailure.Refused(
                    "bringing up a lab with " + hosts + " hosts",
                    "a lab has 1 to " + WorldPlan.MOST_HOSTS,
                    "box lab up --hosts 1");
        }
    }

    /** One host with Incus installed. */
    public static LabOptions standard() {
        return new LabOptions(1, false, false);
    }
}
