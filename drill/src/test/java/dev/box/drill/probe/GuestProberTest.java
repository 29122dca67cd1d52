package dev.box.drill.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.drill.plan.Planner;
import dev.box.drill.plan.Shot;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.Situations;
import dev.box.drill.verdict.Sender;
import dev.box.incus.Deadline;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuestProberTest {

    private final Situation situation = Situations.full();
    private final Shot shot = new Shot(Planner.plan(situation).cells().getFirst(), 20_001);

    @Test
    void readsTheProbersAnswers() {
        FakeGuest guest = new FakeGuest(new Guest.Ran(0, reply("box.prober/1"), ""));
        GuestProber.Run run = run(guest);
        assertThat(run.failure()).isEmpty();
        assertThat(run.of(shot).sender()).isEqualTo(Sender.REFUSED);
        assertThat(run.facts().address()).isEqualTo("10.88.0.51");
        assertThat(guest.command.getLast()).contains("\"token\":20001", "\"kind\":\"tcp\"");
    }

    @Test
    void aGuestWithoutAnInterpreterIsAFailedCheckAndNeverBlocked() {
        GuestProber.Run run = run(new FakeGuest(new Guest.Ran(127, "", "timeout: failed to run command 'python3'")));
        assertThat(run.of(shot).sender()).isEqualTo(Sender.CHECK_FAILED);
        assertThat(run.failure()).contains("status 127", "python3");
    }

    @Test
    void aProberThatSaysNothingOfAProbeHasNotMadeIt() {
        GuestProber.Run run = run(new FakeGuest(new Guest.Ran(0, reply("box.prober/1"), "")));
        assertThat(run.of(new Shot(shot.cell(), 20_002)).sender()).isEqualTo(Sender.CHECK_FAILED);
    }

    @Test
    void whatIsNoAnswerOfTheProberIsAFailedCheck() {
        assertThat(run(new FakeGuest(new Guest.Ran(0, "Segmentation fault", "")))
                        .failure())
                .isNotEmpty();
        assertThat(run(new FakeGuest(new Guest.Ran(0, "{}", ""))).failure()).isNotEmpty();
        assertThat(run(new FakeGuest(new Guest.Ran(0, reply("box.prober/9"), "")))
                        .failure())
                .contains("box.prober/9");
    }

    private GuestProber.Run run(Guest guest) {
        return new GuestProber(guest, situation.prefix()).run(List.of(shot), situation, Deadline.seconds(5));
    }

    private static String reply(String schema) {
        return "{\"schema\":\"" + schema
                + "\",\"facts\":{\"machineId\":\"m\",\"hostname\":\"h\",\"address\":\"10.88.0.51\","
                + "\"mac\":\"10:66:6a:00:00:33\",\"link\":\"eth0\",\"linkLocal\":\"\",\"kernel\":\"6\"},\"notes\":[],"
                + "\"answers\":[{\"id\":\"20001\",\"event\":\"error\",\"errno\":\"ECONNREFUSED\",\"text\":\"refused\","
                + "\"elapsedMillis\":3}]}";
    }

    private static final class FakeGuest implements Guest {
        private List<String> command = List.of();
        private final Ran ran;

        FakeGuest(Ran ran) {
            this.ran = ran;
        }

        @Override
        public String name() {
            return "drill-1-a";
        }

        @Override
        public Ran run(List<String> words, Deadline deadline) {
            command = words;
            return ran;
        }
    }
}
