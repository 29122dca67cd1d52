package dev.box.core.doctor;

import java.util.List;
import java.util.stream.Stream;

/** Every check, in the order of the report: what the rest stands on comes first. */
final class Checks {

    static final List<Check> ALL = Stream.of(
                    DaemonChecks.ALL,
                    NetworkChecks.ALL,
                    FirewallChecks.ALL,
                    BoxChecks.ALL,
                    TenantChecks.ALL,
                    MachineChecks.ALL)
            .flatMap(List::stream)
            .toList();

    private Checks() {}

    /** Judges a reading; pure. */
    static List<Finding> judge(Reading reading) {
        return ALL.stream().map(check -> check.judge().apply(reading)).toList();
    }

    static Check of(String id) {
        return ALL.stream().filter(check -> check.id().equals(id)).findFirst().orElseThrow();
    }
}
