package dev.box.core.tenant;

import dev.box.core.host.LabHostFixture;

/** Grants an account and is gone at the step of that number, without any clearing up. */
final class KilledGrant {

    private KilledGrant() {}

    public static void main(String[] args) {
        int last = Integer.parseInt(args[1]);
        Stops killed = new Stops(step -> {
            if (step == last) {
                Runtime.getRuntime().halt(9);
            }
        });
        new Grant(LabHostFixture.host()).run(args[0], Quota.UNCHANGED, killed, LabHostFixture.deadline());
    }
}
