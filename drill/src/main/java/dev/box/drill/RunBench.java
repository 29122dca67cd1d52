package dev.box.drill;

import dev.box.core.box.BoxName;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.core.mint.Mint;
import dev.box.core.mint.MintRequest;
import dev.box.core.process.Machine;
import dev.box.core.progress.Progress;
import dev.box.core.template.Templates;
import dev.box.core.wait.Poll;
import dev.box.drill.contract.LayerId;
import dev.box.drill.mutation.Disturbance;
import dev.box.drill.mutation.Journal;
import dev.box.drill.mutation.MutationRun;
import dev.box.drill.mutation.Own;
import dev.box.drill.phase.PhaseContext;
import dev.box.drill.phase.SituationReader;
import dev.box.drill.plan.Situation;
import dev.box.drill.plan.Tokens;
import dev.box.drill.probe.AtOnce;
import dev.box.drill.probe.EchoPort;
import dev.box.drill.probe.GuestProber;
import dev.box.drill.probe.HostProber;
import dev.box.drill.probe.LanProber;
import dev.box.drill.probe.Probers;
import dev.box.drill.probe.ReflectorProber;
import dev.box.drill.report.DrillListener;
import dev.box.drill.report.MutationReport;
import dev.box.drill.trial.Bench;
import dev.box.drill.trial.SingleTrials;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.lab.world.Surroundings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** What one run has: its boxes with an instrument in each, what else it has claimed, and all that it must undo. */
final class RunBench implements Bench {

    /** While something is broken it shows at once: an answer takes milliseconds, and only silence takes this long. */
    private static final Duration HASTE = Duration.ofMillis(900);

    /** Boxes minted at the same time: more of them boot no sooner, and a busy daemon looks like a wedged one. */
    private static final int AT_ONCE = 4;

    static final Duration REMOVAL = Duration.ofMinutes(2);
    private static final Duration REPLUGGED = Duration.ofSeconds(40);

    private final Drill drill;
    private final DrillListener listener;
    private final Cleanup cleanup;
    private final String runId;
    private final HostStack stack;
    private final Journal journal;
    private final List<String> notes = new ArrayList<>();
    private final Set<String> claimed = new LinkedHashSet<>();
    private List<String> boxes = List.of();
    private Set<LayerId> broken = Set.of();
    private @Nullable PhaseContext context;

    RunBench(Drill drill, DrillListener listener, Cleanup cleanup, String runId) {
        this.drill = drill;
        this.listener = listener;
        this.cleanup = cleanup;
        this.runId = runId;
        stack = new HostStack(new Host(Machine.local(), drill.settings(), drill::incus));
        journal = Journal.begin(host().machine(), runId);
    }

    /** Has boxes, and knows the situation that they are in. */
    void begin(DrillOptions options, Deadline deadline) {
        boxes = options.existing().isEmpty() ? mint(options, deadline) : options.existing();
        EchoPort echo = EchoPort.open();
        cleanup.arm("closing the drill's port", echo::close);
        Probers probers = probers(deadline);
        listener.step("reading the situation");
        Situation situation = read(probers, echo.port(), deadline);
        context = new PhaseContext(incus(), host(), stack, situation, probers, new Tokens(), options.cells(), listener);
    }

    private List<String> mint(DrillOptions options, Deadline deadline) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < options.boxes(); i++) {
            names.add(name(SituationReader.label(i)));
        }
        listener.step("minting " + String.join(", ", names));
        Mint mint = Mint.forMeasuring(incus(), drill.settings(), Templates.of(drill.settings()), version());
        List<Callable<Object>> work = new ArrayList<>();
        for (String name : names) {
            if (options.keep()) {
                say("box " + name + " stays (--keep); remove it with: box rm " + name + " --force");
            } else {
                arm(name, deadline);
            }
            work.add(() -> mint.mint(MintRequest.of(BoxName.of(name)), Progress.silent(), deadline));
        }
        AtOnce.all("minting the drill's boxes", AT_ONCE, work);
        return names;
    }

    private Probers probers(Deadline deadline) {
        String prefix = situations().gateway(deadline).network().toString();
        Map<String, GuestProber> probers = new LinkedHashMap<>();
        for (int i = 0; i < boxes.size(); i++) {
            probers.put(SituationReader.label(i), new GuestProber(drill.guests().apply(incus(), boxes.get(i)), prefix));
        }
        LanProber lan = around().lan() == null
                ? null
                : new ReflectorProber(around().lan().address(), around().lan().reflectorPort());
        return new Probers(probers, new HostProber(), lan);
    }

    SituationReader situations() {
        return new SituationReader(host(), incus());
    }

    private Situation read(Probers probers, int port, Deadline deadline) {
        return situations().read(boxes, probers.boxes(), around(), port, deadline);
    }

    /** Breaks one thing after another; what is broken at the end, if anything, is put back with the run's other things. */
    List<MutationReport> mutate(List<String> wanted, Deadline deadline) {
        MutationRun run = new MutationRun(
                hasty(context()), boxes, journal, limit -> hasty(reread(limit)), new SingleTrials(this));
        cleanup.arm("putting back what the drill broke", () -> run.undoOpen(Deadline.after(REMOVAL)));
        return run.run(wanted, deadline);
    }

    private static PhaseContext hasty(PhaseContext whole) {
        return whole.with(whole.situation(), whole.probers().patience(HASTE));
    }

    private String name(String suffix) {
        return "drill-" + runId + "-" + suffix;
    }

    private void arm(String name, Deadline deadline) {
        claimed.add(name);
        journal.armBox(name, deadline);
        cleanup.arm("removing " + name, () -> release(name, Deadline.after(REMOVAL)));
    }

    void say(String note) {
        notes.add(note);
        listener.note(note);
    }

    /** What a reader must know, in the order in which it was said. */
    List<String> notes() {
        return notes;
    }

    Host host() {
        return stack.host();
    }

    @Override
    public String runId() {
        return runId;
    }

    @Override
    public String version() {
        return drill.version();
    }

    @Override
    public Incus incus() {
        return drill.incus();
    }

    @Override
    public HostStack stack() {
        return stack;
    }

    @Override
    public Surroundings around() {
        return drill.around();
    }

    @Override
    public Optional<Path> product() {
        return Optional.ofNullable(drill.product());
    }

    @Override
    public PhaseContext context() {
        PhaseContext now = context;
        if (now == null) {
            throw new IllegalStateException("the situation has not been read yet");
        }
        return now;
    }

    @Override
    public PhaseContext reread(Deadline deadline) {
        PhaseContext was = context();
        Deadline window = deadline.within(REPLUGGED);
        context = Poll.until("waiting for the boxes' addresses", window, () -> read(was, window))
                .orElseGet(() -> read(was, deadline)
                        .orElseThrow(() -> new BoxFailure.Failed(
                                "waiting for the boxes' addresses",
                                "they did not all come back within " + REPLUGGED.toSeconds() + " s",
                                "box list")));
        return context();
    }

    private Optional<PhaseContext> read(PhaseContext was, Deadline deadline) {
        try {
            Situation anew = read(was.probers(), was.situation().servedPort(), deadline);
            return Optional.of(was.with(anew, was.probers()));
        } catch (BoxFailure.Unjudged | IncusException notYet) {
            return Optional.empty();
        }
    }

    @Override
    public List<String> boxes() {
        return boxes;
    }

    @Override
    public String claim(String suffix, Deadline deadline) {
        String name = name(suffix);
        arm(name, deadline);
        return name;
    }

    @Override
    public void release(String name, Deadline deadline) {
        new Own(incus(), drill.settings(), runId).remove(name, deadline);
        journal.boxIsGone(name, deadline);
    }

    @Override
    public Disturbance disturb(String id, Deadline deadline) {
        Disturbance disturbance = Disturbance.arm(id, incus(), stack, boxes, journal, broken, deadline);
        cleanup.arm("undoing " + id, () -> disturbance.undo(Deadline.after(REMOVAL)));
        return disturbance;
    }

    @Override
    public void broken(Set<LayerId> layers) {
        broken = layers;
    }

    @Override
    public List<String> claimed() {
        return List.copyOf(claimed);
    }

    @Override
    public List<String> removeEverything() {
        cleanup.undoAll();
        return cleanup.failures();
    }
}
