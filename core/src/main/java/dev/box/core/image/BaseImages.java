package dev.box.core.image;

import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Setting;
import dev.box.core.settings.Settings;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.Image;
import dev.box.incus.ImageAlias;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which image a name means on this daemon, and how it gets there. One that is in the store already is used without any
 * network; else the image server is asked, and a host that cannot reach it is told how to build the image itself.
 */
public final class BaseImages {

    private static final Duration CALL = Duration.ofSeconds(30);

    private final Incus incus;
    private final Settings settings;

    public BaseImages(Incus incus, Settings settings) {
        this.incus = incus;
        this.settings = settings;
    }

    /**
     * The image for {@code name}.
     *
     * @param type {@code container} or {@code virtual-machine}
     * @throws BoxFailure.Failed if there is none and none can be had; it says everything that was tried
     */
    public ResolvedImage resolve(String name, String type, Progress progress, Deadline deadline) {
        ImageName image = ImageName.of(name);
        Deadline call = deadline.within(CALL);
        if (!image.remote()) {
            return local(image, call);
        }
        return stored(image, type, call).orElseGet(() -> fetch(image, type, progress, deadline));
    }

    /** What {@link #resolve} would answer without any network; empty if it had to fetch, or could not answer at all. */
    public Optional<ResolvedImage> stored(String name, String type, Deadline deadline) {
        ImageName image = ImageName.of(name);
        try {
            return image.remote() ? stored(image, type, deadline) : Optional.of(local(image, deadline));
        } catch (BoxFailure.Failed e) {
            return Optional.empty();
        }
    }

    private Optional<ResolvedImage> stored(ImageName image, String type, Deadline deadline) {
        ImageType of = ImageType.of(type);
        return byAlias(image, image.fetchedAlias(of), type, ResolvedImage.Source.SERVER, deadline)
                .or(() -> byAlias(image, image.builtAlias(of), type, ResolvedImage.Source.BUILT, deadline));
    }

    private Optional<ResolvedImage> byAlias(
            ImageName name, String alias, String type, ResolvedImage.Source source, Deadline deadline) {
        return incus.images()
                .findAlias(alias, deadline)
                .filter(found -> found.type().equals(type))
                .map(found -> new ResolvedImage(name.text(), found.target(), source));
    }

    private ResolvedImage local(ImageName name, Deadline deadline) {
        Optional<String> fingerprint = incus.images()
                .findAlias(name.alias(), deadline)
                .map(ImageAlias::target)
                .or(() -> incus.images()
                        .find(name.alias(), deadline)
                        .map(found -> found.value().fingerprint()));
        return new ResolvedImage(
                name.text(),
                fingerprint.orElseThrow(() -> new BoxFailure.Failed(
                        "finding image '" + Untrusted.line(name.text()) + "'",
                        "this daemon has no such alias or fingerprint",
                        "box image list")),
                ResolvedImage.Source.LOCAL);
    }

    private ResolvedImage fetch(ImageName name, String type, Progress progress, Deadline deadline) {
        ImageServer server = new ImageServer(incus, settings.get(Setting.BOX_IMAGE_SERVER));
        ImageType of = ImageType.of(type);
        String fetched = name.fetchedAlias(of);
        try {
            String fingerprint = server.fetch(name.alias(), type, progress, deadline);
            pointAlias(fetched, fingerprint, "fetched for " + name.text(), deadline.within(CALL));
            return new ResolvedImage(name.text(), fingerprint, ResolvedImage.Source.SERVER);
        } catch (IncusException e) {
            throw new BoxFailure.Failed(
                    "getting image '" + Untrusted.line(name.text()) + "'",
                    "it is not cached (alias " + fetched + "), not built here (alias " + name.builtAlias(of)
                            + "), and " + server.url() + " could not give it: "
                            + Untrusted.line(e.answered()),
                    "box image build" + (of == ImageType.VM ? " --vm" : "") + ", which needs only a Debian mirror",
                    e);
        }
    }

    /**
     * Puts a locally built image into the store under the alias that {@link #resolve} looks for. The same files again
     * change nothing; other files move the alias, and the older image stays until it is removed.
     *
     * @param name the image that it stands for, e.g. {@code images:debian/13/cloud}
     * @param rootfs the root file system; the disk of a VM if its name ends as a disk's does
     * @return the fingerprint
     */
    public String importBuilt(String name, Path metadata, Path rootfs, Progress progress, Deadline deadline) {
        String alias = ImageName.of(name).builtAlias(ImageType.ofRoot(rootfs));
        String fingerprint = SplitImage.fingerprint(metadata, rootfs);
        try (Progress.Step step = progress.step("importing image " + alias, deadline)) {
            if (incus.images().find(fingerprint, deadline).isEmpty()) {
                incus.images()
                        .importSplit(metadata, rootfs, Map.of(), deadline)
                        .await(deadline, p -> step.update(Untrusted.line(p.text())));
            }
            pointAlias(alias, fingerprint, "built by box", deadline);
            step.done(fingerprint.substring(0, 12));
        }
        return fingerprint;
    }

    private void pointAlias(String alias, String fingerprint, String description, Deadline deadline) {
        Optional<ImageAlias> current = incus.images().findAlias(alias, deadline);
        if (current.isPresent() && current.get().target().equals(fingerprint)) {
            return;
        }
        if (current.isPresent()) {
            incus.images().deleteAlias(alias, deadline);
        }
        incus.images().createAlias(alias, fingerprint, description, deadline);
    }

    /** Every image in the store, box's or not. */
    public List<Image> list(Deadline deadline) {
        return incus.images().list(deadline);
    }

    /**
     * Deletes the image behind an alias of box's own, with all its aliases. Boxes that were made of it live on.
     *
     * @param alias as {@link #list} shows it; must start with {@code box/}: other images are not box's to delete
     */
    public void remove(String alias, Deadline deadline) {
        incus.images().delete(requireOwn(alias, deadline), deadline).await(deadline);
    }

    /** The fingerprint of the image that {@link #remove} would delete; throws as it does. */
    public String requireOwn(String alias, Deadline deadline) {
        String tried = "removing image '" + Untrusted.line(alias) + "'";
        if (!alias.startsWith("box/")) {
            throw new BoxFailure.Refused(tried, "box did not put it there", "box image list");
        }
        return incus.images()
                .findAlias(alias, deadline)
                .orElseThrow(() -> new BoxFailure.Failed(tried, "there is no such image", "box image list"))
                .target();
    }
}
