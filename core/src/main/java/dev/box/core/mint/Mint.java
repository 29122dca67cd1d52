package dev.box.core.mint;

import dev.box.core.box.Arrival;
import dev.box.core.box.BoxName;
import dev.box.core.box.GuestUser;
import dev.box.core.box.Stamp;
import dev.box.core.box.StampKey;
import dev.box.core.failure.BoxFailure;
import dev.box.core.image.BaseImages;
import dev.box.core.image.ResolvedImage;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.core.template.Template;
import dev.box.core.template.Templates;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.Instance;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Optional;

/**
 * Mints boxes. From the moment that the instance exists until the last step it carries {@code user.box.state=minting},
 * so whatever kills the mint, what it leaves is never taken for a box.
 */
public final class Mint {

    private static final Duration CALL = Duration.ofSeconds(30);
    private static final Duration CREATE = Duration.ofMinutes(5);
    private static final Duration START = Duration.ofMinutes(1);
    private static final Duration CLOUD_INIT = Duration.ofMinutes(15);
    private static final Duration PROVISION = Duration.ofMinutes(30);

    private final Incus incus;
    private final Settings settings;
    private final Templates templates;
    private final BaseImages images;
    private final String version;
    private final boolean insist;

    /** {@code version} is box's own, for the stamp. */
    public Mint(Incus incus, Settings settings, Templates templates, String version) {
        this(incus, settings, templates, version, true);
    }

    private Mint(Incus incus, Settings settings, Templates templates, String version, boolean insist) {
        this.insist = insist;
        this.incus = incus;
        this.settings = settings;
        this.templates = templates;
        this.images = new BaseImages(incus, settings);
        this.version = version;
    }

    /**
     * A mint for the drill: it takes the placement profile as it is, isolated or not. Measuring what a box on a broken
     * host can reach needs a box on a broken host; nobody else may want one.
     */
    public static Mint forMeasuring(Incus incus, Settings settings, Templates templates, String version) {
        return new Mint(incus, settings, templates, version, false);
    }

    /**
     * Mints one box, and tells each step to {@code progress}.
     *
     * @param deadline for the whole; each step also has its own
     * @throws BoxFailure.Refused if the request cannot be met here; nothing was created
     * @throws BoxFailure.Failed if a step went wrong; what exists by then is left for inspection and marked as failed
     * @throws BoxFailure.Interrupted if the thread was interrupted; what exists by then stays marked as minting
     */
    public Minted mint(MintRequest request, Progress progress, Deadline deadline) {
        String name = request.name().value();
        try {
            Stack stack = Stack.read(incus, insist, deadline.within(CALL));
            requireFree(request.name(), deadline.within(CALL));
            MintPlan plan = plan(request, progress, deadline);
            noteUnenforced(plan, stack, progress);
            create(plan, stack, progress, deadline.within(CREATE));
            return new Birth(plan, stack).run(progress, deadline);
        } catch (IncusException | BoxFailure.Failed e) {
            if (Thread.currentThread().isInterrupted()) {
                throw interrupted(name);
            }
            throw e;
        } catch (BoxFailure.Interrupted e) {
            throw interrupted(name);
        }
    }

    private MintPlan plan(MintRequest request, Progress progress, Deadline deadline) {
        Template template = templates.find(request.template());
        Mode mode = ModeChoice.choose(incus, request.mode(), template, progress, deadline.within(CALL));
        var resources = MintPlan.resources(request.resources(), settings, template, mode);
        ResolvedImage image = images.resolve(template.image(), mode.instanceType(), progress, deadline);
        String created = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        return new MintPlan(request.name(), template, request.mode(), mode, image, resources, version, created);
    }

    /** Any instance counts, whoever made it: a name is never taken over. */
    private void requireFree(BoxName name, Deadline deadline) {
        Optional<Instance> holder =
                incus.instances().find(name.value(), deadline).map(found -> found.value());
        if (holder.isPresent()) {
            throw taken(name, Stamp.isBox(holder.get().config()));
        }
    }

    private static BoxFailure.Refused taken(BoxName name, boolean byBox) {
        return new BoxFailure.Refused(
                "minting box '" + name + "'",
                byBox ? "there is a box of that name" : "an instance that box did not mint has that name",
                byBox ? "choose another name, or box info " + name : "choose another name");
    }

    private static void noteUnenforced(MintPlan plan, Stack stack, Progress progress) {
        if (plan.mode() == Mode.CONTAINER && !plan.resources().disk().isEmpty() && !stack.copiesOnWrite()) {
            progress.note("disk size " + plan.resources().disk() + " is not enforced: pool '" + stack.pool()
                    + "' is of driver dir");
        }
    }

    private void create(MintPlan plan, Stack stack, Progress progress, Deadline deadline) {
        String name = plan.name().value();
        try (Progress.Step step = progress.step("creating " + name, deadline)) {
            incus.instances().create(plan.request(stack), deadline).await(deadline, p -> step.update(p.text()));
            step.done(plan.mode().word());
        } catch (IncusException.Conflict e) {
            throw taken(plan.name(), true);
        }
    }

    private static BoxFailure.Interrupted interrupted(String name) {
        return new BoxFailure.Interrupted(
                "minting box '" + name + "'", "if 'box list' shows it as incomplete: box rm " + name + " --force");
    }

    /** The steps after the instance exists. */
    private final class Birth {

        private final MintPlan plan;
        private final Stack stack;
        private final String name;

        Birth(MintPlan plan, Stack stack) {
            this.plan = plan;
            this.stack = stack;
            this.name = plan.name().value();
        }

        Minted run(Progress progress, Deadline deadline) {
            try {
                return steps(progress, deadline);
            } catch (IncusException | BoxFailure.Failed e) {
                if (!Thread.currentThread().isInterrupted()) {
                    markFailed(progress);
                }
                throw e;
            }
        }

        private Minted steps(Progress progress, Deadline deadline) {
            start(progress, deadline.within(START));
            Arrival.Arrived arrived = new Arrival(incus).await(name, progress, deadline);
            new CloudInit(incus, name).await(progress, deadline.within(CLOUD_INIT));
            GuestUser user = GuestUser.of(plan.template().user());
            String address = new Identity(incus, name).settle(user, arrived, deadline.within(CALL));
            Marks marks = new Marks(incus, settings, stack, name);
            finish(marks, progress, deadline);
            return new Minted(
                    name,
                    address,
                    plan.mode(),
                    plan.template().name(),
                    user.name(),
                    marks.taken(),
                    plan.template().loginHint());
        }

        private void start(Progress progress, Deadline deadline) {
            try (Progress.Step step = progress.step("starting " + name, deadline)) {
                incus.instances().start(name, deadline).await(deadline);
                step.done("");
            }
        }

        /**
         * A mark holds the instance's keys as they are when it is taken, so without provisioning the box is declared
         * whole before: a rollback must not bring "minting" back.
         */
        private void finish(Marks marks, Progress progress, Deadline deadline) {
            Provisioning provisioning = new Provisioning(incus, name, plan.template());
            if (!provisioning.isNeeded()) {
                setState(Stamp.Mark.WHOLE, deadline.within(CALL));
                marks.pristine(progress, deadline.within(CALL));
                return;
            }
            marks.pristine(progress, deadline.within(CALL));
            provisioning.run(progress, deadline.within(PROVISION));
            setState(Stamp.Mark.WHOLE, deadline.within(CALL));
            marks.bootstrapped(progress, deadline.within(CALL));
        }

        private void setState(Stamp.Mark mark, Deadline deadline) {
            incus.instances().patch(name, Map.of("config", Map.of(StampKey.STATE.key(), mark.word())), deadline);
        }

        /** With a deadline of its own: the mint's may be what ran out. */
        private void markFailed(Progress progress) {
            try {
                setState(Stamp.Mark.FAILED, Deadline.after(CALL));
            } catch (IncusException e) {
                progress.warn("could not mark box '" + name + "' as failed; it stays marked as minting");
            }
        }
    }
}
