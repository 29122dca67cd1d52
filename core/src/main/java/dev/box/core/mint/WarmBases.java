package dev.box.core.mint;

import dev.box.core.box.Deletion;
import dev.box.core.box.StampKey;
import dev.box.core.host.HostNames;
import dev.box.core.progress.Progress;
import dev.box.core.template.Template;
import dev.box.core.text.Untrusted;
import dev.box.core.wait.Poll;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.Instance;
import dev.box.incus.InstanceRequest;
import dev.box.incus.Versioned;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stopped copies of boxes as their first mint left them, from which later mints of the same content are copied. A base is
 * no box: it does not carry the tag, so no verb but prune reaches it. Its key is a digest of all that went into it; what
 * has another key is another base, so a stale one is never found. It exists where a pool copies on write, and for
 * containers only: a VM's identity cannot be changed while it is down.
 */
public final class WarmBases {

    private static final String NAME = "box-base-";
    private static final int NAMED_DIGITS = 16;

    /** How far a base is; one without a state is ready. */
    private static final String MAKING = "making";

    /** A copy that still has its source's identity: whoever first mints from it takes that away. */
    private static final String RAW = "raw";

    /** One mint is taking it away. */
    private static final String REFINING = "refining";

    private static final List<String> UNDER_WAY = List.of(MAKING, REFINING);

    private static final String TEMPLATE = StampKey.TEMPLATE.key();

    private final Incus incus;

    public WarmBases(Incus incus) {
        this.incus = incus;
    }

    /**
     * A base as it stands.
     *
     * @param name of its instance
     * @param key what it was made from
     * @param template name of the template; untrusted when printed
     * @param usable whether a mint can start from it
     * @param abandoned whether whoever was making it is gone
     */
    public record Base(String name, String key, String template, boolean usable, boolean abandoned) {}

    /**
     * What a base is made from.
     *
     * @param content of the template, see {@link dev.box.core.template.Templates#content}
     * @param fingerprint of the image
     * @param sources that its mint wrote into it
     * @param version of box
     */
    static String key(String content, String fingerprint, PackageSources sources, String version) {
        String whole = version + "\n" + fingerprint + "\n" + sources.vendorData() + "\n" + Provisioning.library() + "\n"
                + content;
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(whole.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** Those that there are, by name. */
    public List<Base> list(Deadline deadline) {
        List<Base> bases = new ArrayList<>();
        for (Instance instance : incus.instances().list(deadline)) {
            if (isBase(instance)) {
                bases.add(base(instance));
            }
        }
        return bases;
    }

    /** Deletes one; an instance of that name that is no base stays. */
    public void drop(String name, Deadline deadline) {
        Optional<Versioned<Instance>> found = incus.instances().find(name, deadline);
        if (found.isEmpty() || !isBase(found.get().value())) {
            return;
        }
        Deletion.force(incus, name, deadline);
    }

    /** Whether mints of this template may start from a base at all; where a project is limited, a base would use up a box's share. */
    static boolean suits(Template template, Mode mode, Stack stack) {
        return mode == Mode.CONTAINER
                && stack.copiesOnWrite()
                && !stack.limited()
                && !CloudInit.worksAtEachBoot(template.userData());
    }

    /** The base of that key, without its source's identity; empty if there is none that can be used. */
    Optional<String> ready(String key, Progress progress, Deadline deadline) {
        return Poll.until("waiting for the warm base", deadline, () -> look(key, progress, deadline))
                .flatMap(found -> found);
    }

    /** Empty while another mint makes it usable; a base that is only being copied from its box is not waited for. */
    private Optional<Optional<String>> look(String key, Progress progress, Deadline deadline) {
        Optional<Versioned<Instance>> found = incus.instances().find(name(key), deadline);
        if (found.isEmpty() || !isBase(found.get().value())) {
            return Optional.of(Optional.empty());
        }
        Base base = base(found.get().value());
        if (base.abandoned()) {
            dropQuietly(base.name(), progress, deadline);
        }
        String state = state(found.get().value());
        if (base.abandoned() || state.equals(MAKING) || !base.key().equals(key)) {
            return Optional.of(Optional.empty());
        }
        if (state.equals(RAW) && claim(found.get(), deadline)) {
            return Optional.of(refine(base.name(), progress, deadline));
        }
        return state.isEmpty() ? Optional.of(Optional.of(base.name())) : Optional.empty();
    }

    /** Of twenty mints that find it raw, one may change its files: the daemon refuses all but the first of these. */
    private boolean claim(Versioned<Instance> raw, Deadline deadline) {
        Map<String, String> config = new LinkedHashMap<>(raw.value().config());
        config.put(StampKey.BASE_STATE.key(), REFINING);
        config.put(StampKey.MINTER.key(), Minter.self());
        Instance claimed = OwnDevices.with(raw.value(), config, raw.value().devices());
        try {
            incus.instances()
                    .replace(raw.value().name(), raw.with(claimed), deadline)
                    .await(deadline);
            return true;
        } catch (IncusException.PreconditionFailed e) {
            return false;
        }
    }

    /** Empty if it failed: the base is removed, for it is only a cache, and the box can be minted without. */
    private Optional<String> refine(String base, Progress progress, Deadline deadline) {
        try (Progress.Step step = progress.step("taking the warm base's identity out of it", deadline)) {
            FreshIdentity identity = new FreshIdentity(incus, base);
            identity.erase(false, deadline);
            identity.erasePast(deadline);
            setState(base, "", deadline);
            step.done("");
            return Optional.of(base);
        } catch (IncusException e) {
            if (deadline.expired() || Thread.currentThread().isInterrupted()) {
                throw e;
            }
            progress.warn("the warm base cannot be used (" + Untrusted.line(e.answered()) + "): minting cold");
            dropQuietly(base, progress, deadline);
            return Optional.empty();
        }
    }

    /** Copies a box that its mint has just finished and that nobody has entered. Never fatal: the box is whole without. */
    void make(String key, String box, String template, Progress progress, Deadline deadline) {
        if (incus.instances().find(name(key), deadline).isPresent()) {
            return;
        }
        try (Progress.Step step = progress.step("keeping a warm base of " + template, deadline)) {
            try {
                copy(key, box, template, deadline);
                step.done("later mints start from it");
            } catch (IncusException.Conflict e) {
                step.done("another mint does");
            } catch (IncusException e) {
                step.failed(Untrusted.line(e.answered()));
                progress.warn("no warm base of " + template + ": " + Untrusted.line(e.answered()));
            }
        }
    }

    private void copy(String key, String box, String template, Deadline deadline) {
        Instance source = incus.instances().get(box, deadline).value();
        Map<String, String> config = new LinkedHashMap<>();
        for (String inherited : source.config().keySet()) {
            if (inherited.startsWith("user.")) {
                config.put(inherited, "");
            }
        }
        config.put(StampKey.BASE.key(), key);
        config.put(StampKey.BASE_STATE.key(), MAKING);
        config.put(StampKey.MINTER.key(), Minter.self());
        config.put(TEMPLATE, template);
        config.put("boot.autostart", "false");
        String name = name(key);
        InstanceRequest request = InstanceRequest.copyOf(name, box, true)
                .withProfiles(List.of(HostNames.PROFILE))
                .withConfig(config);
        incus.instances().create(request, deadline).await(deadline);
        OwnDevices.drop(incus, name, device -> true, deadline);
        setState(name, RAW, deadline);
    }

    void dropQuietly(String base, Progress progress, Deadline deadline) {
        try {
            drop(base, deadline);
        } catch (IncusException e) {
            progress.warn("could not remove warm base " + base + ": " + Untrusted.line(e.answered()));
        }
    }

    private void setState(String base, String state, Deadline deadline) {
        Map<String, String> keys = Map.of(StampKey.BASE_STATE.key(), state, StampKey.MINTER.key(), "");
        incus.instances().patch(base, Map.of("config", keys), deadline);
    }

    /** Whether an instance is one, whatever state it is in. */
    public static boolean isBase(Instance instance) {
        return instance.config().containsKey(StampKey.BASE.key())
                && instance.name().startsWith(NAME);
    }

    private static Base base(Instance instance) {
        return new Base(
                instance.name(),
                instance.config().getOrDefault(StampKey.BASE.key(), ""),
                instance.config().getOrDefault(TEMPLATE, ""),
                !state(instance).equals(MAKING),
                UNDER_WAY.contains(state(instance)) && Minter.isGone(instance.config(), instance.createdAt()));
    }

    private static String state(Instance instance) {
        return instance.config().getOrDefault(StampKey.BASE_STATE.key(), "");
    }

    private static String name(String key) {
        return NAME + key.substring(0, NAMED_DIGITS);
    }
}
