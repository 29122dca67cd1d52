package dev.box.lab;

import dev.box.core.process.Subprocess;
import dev.box.incus.Deadline;
import dev.box.lab.machine.LabProcess;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * How many times slower than this machine an emulated one is at what box and Incus do most: starting programs. What is
 * compared is the processor time that it costs this machine, so that what else runs beside it does not count.
 */
final class Slowness {

    /** A round is $1 programs started. Before the first round and after each, what the kernel counts of the shell. */
    private static final String ROUNDS = "cat /proc/$$/stat; for r in 1 2 3 4 5; do i=0;"
            + " while [ $i -lt $1 ]; do /bin/true; i=$((i + 1)); done; cat /proc/$$/stat; done";

    /** So few that a slow machine takes seconds. */
    private static final int THERE = 40;

    /** So many that a quick one takes more than a few of the kernel's clock ticks. */
    private static final int HERE = 400;

    private Slowness() {}

    /** @param emulator what runs the machine, as this machine's kernel sees it */
    static int factor(LabHost host, LabProcess emulator, String advice, Deadline deadline) {
        List<Long> there = new ArrayList<>();
        host.program(rounds(THERE))
                .onLine(_ -> emulator.ticks().ifPresent(there::add))
                .orFail("measuring " + host.name(), advice, deadline);
        List<Long> here = new ArrayList<>();
        Subprocess.of(rounds(HERE))
                .onLine(line -> LabProcess.ticks(line).ifPresent(here::add))
                .orFail("measuring this machine", advice, deadline);
        return factor(there, here);
    }

    /** Of what was used up at the start and after each round. */
    static int factor(List<Long> there, List<Long> here) {
        long costsThere = median(there) * HERE;
        long costsHere = Math.max(1, median(here) * THERE);
        return (int) Math.clamp(Math.ceilDiv(costsThere, costsHere), 1, 1000);
    }

    private static List<String> rounds(int programs) {
        return List.of("sh", "-c", ROUNDS, "sh", Integer.toString(programs));
    }

    /** Of what one round took. */
    private static long median(List<Long> readings) {
        List<Long> rounds = new ArrayList<>();
        for (int i = 1; i < readings.size(); i++) {
            rounds.add(readings.get(i) - readings.get(i - 1));
        }
        Collections.sort(rounds);
        return rounds.isEmpty() ? 0 : rounds.get(rounds.size() / 2);
    }
}
