package dev.box.core.mint;

import dev.box.core.box.Boxes;
import dev.box.core.box.Lifetime;
import dev.box.core.box.Stamp;
import dev.box.core.failure.BoxFailure;
import dev.box.core.image.BaseImages;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.core.template.Template;
import dev.box.core.template.Templates;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import dev.box.incus.Instance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Finds what nobody is going to want again, and removes it: boxes past their time, mints that ended badly, stale bases. */
public final class Prune {

    /** How the daemon's own copy of a box is called while it is exported; {@link Minter#label} follows. */
    public static final String EXPORT = "box-export-";

    private final Incus incus;
    private final Boxes boxes;
    private final BaseImages images;
    private final Templates templates;
    private final WarmBases bases;
    private final Settings settings;
    private final String version;

    /** {@code version} is box's own: a base of another one is stale. */
    public Prune(Incus incus, Settings settings, Templates templates, String version) {
        this.incus = incus;
        this.boxes = new Boxes(incus, settings);
        this.images = new BaseImages(incus, settings);
        this.templates = templates;
        this.bases = new WarmBases(incus);
        this.settings = settings;
        this.version = version;
    }

    /** Why something can go. */
    public enum Why {
        EXPIRED("box past its time"),
        FAILED("box whose mint failed"),
        KILLED("box whose mint was killed"),
        KILLED_EXPORT("copy of it that a killed export left with the daemon"),
        STALE_BASE("stale warm base");

        private final String words;

        Why(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /**
     * Something to remove.
     *
     * @param name of its instance
     * @param why it can go
     * @param detail e.g. since when; untrusted when printed; may be empty
     */
    public record Candidate(String name, Why why, String detail) {}

    /** Everything that can go now; a mint or an export under way is none of it. */
    public List<Candidate> find(Deadline deadline) {
        List<Candidate> found = new ArrayList<>();
        Instant now = Instant.now();
        for (Instance instance : incus.instances().list(deadline)) {
            Optional<Stamp> stamp = Stamp.read(instance.config());
            stamp.flatMap(known -> ofBox(instance, known, now)).ifPresent(found::add);
            if (stamp.isPresent() && !instance.running()) {
                found.addAll(killedExports(instance.name(), deadline));
            }
        }
        found.addAll(staleBases(deadline));
        return found;
    }

    private static Optional<Candidate> ofBox(Instance instance, Stamp stamp, Instant now) {
        Optional<Instant> end = Lifetime.end(instance.config());
        if (end.isPresent() && end.get().isBefore(now) && stamp.state() != Stamp.Mark.MINTING) {
            return Optional.of(new Candidate(instance.name(), Why.EXPIRED, "since " + end.get()));
        }
        return switch (stamp.state()) {
            case FAILED -> Optional.of(new Candidate(instance.name(), Why.FAILED, "of " + stamp.created()));
            case MINTING ->
                Minter.isGone(instance.config(), instance.createdAt())
                        ? Optional.of(new Candidate(instance.name(), Why.KILLED, "of " + stamp.created()))
                        : Optional.empty();
            case WHOLE, UNKNOWN -> Optional.empty();
        };
    }

    /** Only a box that is down is exported, and so has any. */
    private List<Candidate> killedExports(String box, Deadline deadline) {
        List<Candidate> found = new ArrayList<>();
        try {
            for (String backup : incus.instances().backups().names(box, deadline)) {
                if (backup.startsWith(EXPORT) && Minter.isGone(backup.substring(EXPORT.length()))) {
                    found.add(new Candidate(box, Why.KILLED_EXPORT, backup));
                }
            }
        } catch (IncusException.NotFound e) {
            // the box has gone meanwhile
        }
        return found;
    }

    private List<Candidate> staleBases(Deadline deadline) {
        List<Candidate> stale = new ArrayList<>();
        List<WarmBases.Base> all = bases.list(deadline);
        if (all.isEmpty()) {
            return stale;
        }
        List<String> current = List.copyOf(keys(deadline).values());
        for (WarmBases.Base base : all) {
            if (base.abandoned() || !current.contains(base.key())) {
                stale.add(new Candidate(base.name(), Why.STALE_BASE, "of template " + base.template()));
            }
        }
        return stale;
    }

    /** Templates of which a warm base exists that the next mint would start from. */
    public List<String> warmTemplates(Deadline deadline) {
        List<String> warm = new ArrayList<>();
        Map<String, String> keys = keys(deadline);
        for (WarmBases.Base base : bases.list(deadline)) {
            keys.forEach((template, key) -> {
                if (base.usable() && base.key().equals(key)) {
                    warm.add(template);
                }
            });
        }
        return warm;
    }

    /** The key that a mint of each template would look for now; those that cannot be minted have none. */
    private Map<String, String> keys(Deadline deadline) {
        Map<String, String> keys = new TreeMap<>();
        PackageSources sources = PackageSources.of(settings);
        for (Templates.Listed listed : templates.list()) {
            if (listed.fault().isEmpty()) {
                Template template = templates.find(listed.name());
                images.stored(template.image(), Mode.CONTAINER.instanceType(), deadline)
                        .ifPresent(image -> keys.put(
                                listed.name(),
                                WarmBases.key(
                                        templates.content(listed.name()), image.fingerprint(), sources, version)));
            }
        }
        return keys;
    }

    /** Removes one, if it can still go: what was shown may have been finished, prolonged or replaced since. */
    public void remove(Candidate candidate, Progress progress, Deadline deadline) {
        if (!find(deadline).contains(candidate)) {
            throw new BoxFailure.Failed(
                    "removing " + candidate.why().words() + " '" + candidate.name() + "'",
                    "it is not what it was when it was shown",
                    "box prune");
        }
        if (candidate.why() == Why.STALE_BASE) {
            try (Progress.Step step = progress.step("removing " + candidate.name(), deadline)) {
                bases.drop(candidate.name(), deadline);
                step.done("");
            }
        } else if (candidate.why() == Why.KILLED_EXPORT) {
            incus.instances()
                    .backups()
                    .delete(candidate.name(), candidate.detail(), deadline)
                    .await(deadline);
        } else {
            boxes.remove(candidate.name(), true, progress, deadline);
        }
    }
}
