package dev.box.core.mint;

import dev.box.core.box.Arrival;
import dev.box.core.box.GuestUser;
import dev.box.core.failure.BoxFailure;
import dev.box.core.image.BaseImages;
import dev.box.core.image.ResolvedImage;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.core.template.Resources;
import dev.box.core.template.Template;
import dev.box.core.template.Templates;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * Mints boxes. From the moment that the instance exists until the last step it carries {@code user.box.state=minting},
 * so whatever kills the mint, what it leaves is never taken for a box.
 */
public final class Mint {

    private static final Duration CALL = Birth.CALL;
    private static final Duration CLOUD_INIT = Duration.ofMinutes(15);
    private static final Duration PROVISION = Duration.ofMinutes(30);

    private final Incus incus;
    private final Settings settings;
    private final Templates templates;
    private final BaseImages images;
    private final WarmBases bases;
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
        this.bases = new WarmBases(incus);
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
        Birth birth = new Birth(incus, request.name());
        return birth.interruptibly(() -> {
            Stack stack = Stack.read(incus, insist, deadline.within(CALL));
            birth.requireFree(deadline.within(CALL));
            MintPlan plan = plan(request, progress, deadline);
            stack.requireSized(plan.resources(), plan.name().value());
            noteUnenforced(plan, stack, progress);
            String key = baseKey(request, plan, stack);
            if (!key.isEmpty() && copied(plan, stack, key, birth, progress, deadline.within(Birth.CREATE))) {
                return birth.markingFailure(progress, () -> warm(plan, stack, birth, progress, deadline));
            }
            create(plan, stack, birth, progress, deadline.within(Birth.CREATE));
            return birth.markingFailure(progress, () -> cold(plan, stack, key, birth, progress, deadline));
        });
    }

    private MintPlan plan(MintRequest request, Progress progress, Deadline deadline) {
        Template template = template(request.template(), progress);
        Mode mode = ModeChoice.choose(incus, request.mode(), template, progress, deadline.within(CALL));
        PackageSources sources = PackageSources.of(settings);
        Resources resources =
                possible(MintPlan.resources(request.resources(), settings, template, mode), mode, progress);
        ResolvedImage image = images.resolve(template.image(), mode.instanceType(), progress, deadline);
        String created = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        return new MintPlan(
                request.name(),
                template,
                request.mode(),
                mode,
                image,
                resources,
                sources,
                version,
                created,
                request.expires());
    }

    /** Of a VM with more CPUs than the host has, Incus starts none; a container lives with fewer than it may use. */
    private Resources possible(Resources resources, Mode mode, Progress progress) {
        if (mode != Mode.VM || !incus.endpoint().remote().isEmpty()) {
            return resources;
        }
        Resources possible = resources.withCpuAtMost(Runtime.getRuntime().availableProcessors());
        if (!possible.equals(resources)) {
            progress.note("the VM gets " + possible.cpu() + " of " + resources.cpu() + " CPUs: this host has no more");
        }
        return possible;
    }

    private Template template(String name, Progress progress) {
        String current = templates.current(name);
        if (!current.equals(name)) {
            progress.note("template " + name + " is now called " + current);
        }
        return templates.find(current);
    }

    /** Empty if this mint has nothing to do with warm bases. */
    private String baseKey(MintRequest request, MintPlan plan, Stack stack) {
        return !request.cold() && WarmBases.suits(plan.template(), plan.mode(), stack)
                ? WarmBases.key(
                        templates.content(plan.template().name()), plan.image().fingerprint(), plan.sources(), version)
                : "";
    }

    private static void noteUnenforced(MintPlan plan, Stack stack, Progress progress) {
        if (plan.mode() == Mode.CONTAINER && !plan.resources().disk().isEmpty() && !stack.copiesOnWrite()) {
            progress.note("disk size " + plan.resources().disk() + " is not enforced: pool '" + stack.pool()
                    + "' is of driver dir");
        }
    }

    private void create(MintPlan plan, Stack stack, Birth birth, Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step("creating " + plan.name(), deadline)) {
            incus.instances().create(plan.request(stack), deadline).await(deadline, p -> step.update(p.text()));
            step.done(plan.mode().word());
        } catch (IncusException.Conflict | IncusException.OperationFailed e) {
            throw birth.creationFailed(e);
        }
    }

    /** Whether the instance now exists as a copy of a warm base. A base that cannot be copied is removed: it is only a cache. */
    private boolean copied(MintPlan plan, Stack stack, String key, Birth birth, Progress progress, Deadline deadline) {
        Optional<String> base = bases.ready(key, progress, deadline);
        if (base.isEmpty()) {
            return false;
        }
        String name = plan.name().value();
        try (Progress.Step step = progress.step("copying " + name + " from a warm base", deadline)) {
            incus.instances().create(plan.request(stack, base.get()), deadline).await(deadline);
            step.done(plan.mode().word());
            return true;
        } catch (IncusException.Conflict | IncusException.OperationFailed e) {
            if (birth.creationFailed(e) instanceof BoxFailure taken) {
                throw taken;
            }
            progress.warn("the warm base cannot be copied (" + Untrusted.line(e.answered()) + "): minting cold");
            bases.dropQuietly(base.get(), progress, deadline);
            return false;
        }
    }

    /**
     * What the base's own mint did is in the copy: first boot and provisioning. A base has an empty machine-id, so systemd
     * makes one as it starts, before anything asks for an address by it.
     */
    private Minted warm(MintPlan plan, Stack stack, Birth birth, Progress progress, Deadline deadline) {
        String name = plan.name().value();
        birth.start(progress, deadline);
        Arrival.Arrived arrived = new Arrival(incus).await(name, progress, deadline);
        String address = Identity.ofCopy(incus, name).settle(user(plan), arrived, deadline.within(CALL));
        birth.declareWhole(deadline);
        Marks marks = new Marks(incus, settings, stack, plan);
        if (new Provisioning(incus, name, plan.template()).isNeeded()) {
            marks.bootstrapped(progress, deadline.within(CALL));
        } else {
            marks.pristine(progress, deadline.within(CALL));
        }
        return minted(plan, address, marks);
    }

    private Minted cold(MintPlan plan, Stack stack, String key, Birth birth, Progress progress, Deadline deadline) {
        String name = plan.name().value();
        birth.start(progress, deadline);
        Arrival.Arrived arrived = new Arrival(incus).await(name, progress, deadline);
        new CloudInit(incus, name).await(progress, deadline.within(CLOUD_INIT));
        plan.sources().requireApplied(incus, name, deadline.within(CALL));
        if (plan.mode() == Mode.VM) {
            FirmwareIdentity.prepare(incus, name, plan.template().userData(), progress, deadline.within(CALL));
        }
        String address = Identity.ofNew(incus, name).settle(user(plan), arrived, deadline.within(CALL));
        Marks marks = new Marks(incus, settings, stack, plan);
        finish(plan, marks, key, birth, progress, deadline);
        return minted(plan, address, marks);
    }

    /**
     * A mark holds the instance's keys as they are when it is taken, so without provisioning the box is declared whole
     * before: a rollback must not bring "minting" back.
     */
    private void finish(MintPlan plan, Marks marks, String key, Birth birth, Progress progress, Deadline deadline) {
        Provisioning provisioning = new Provisioning(incus, plan.name().value(), plan.template());
        if (!provisioning.isNeeded()) {
            keepBase(plan, key, progress, deadline);
            birth.declareWhole(deadline);
            marks.pristine(progress, deadline.within(CALL));
            return;
        }
        marks.pristine(progress, deadline.within(CALL));
        provisioning.run(progress, deadline.within(PROVISION));
        keepBase(plan, key, progress, deadline);
        birth.declareWhole(deadline);
        marks.bootstrapped(progress, deadline.within(CALL));
    }

    /** Before the box is whole: nobody has a reason to be in it yet, so nothing of its user's gets into others. */
    private void keepBase(MintPlan plan, String key, Progress progress, Deadline deadline) {
        if (!key.isEmpty() && insist) {
            bases.make(key, plan.name().value(), plan.template().name(), progress, deadline.within(CALL));
        }
    }

    private static GuestUser user(MintPlan plan) {
        return GuestUser.of(plan.template().user());
    }

    private static Minted minted(MintPlan plan, String address, Marks marks) {
        return new Minted(
                plan.name().value(),
                address,
                plan.mode(),
                plan.template().name(),
                plan.template().user(),
                marks.taken(),
                plan.template().loginHint());
    }
}
