package dev.box.core.removal;

import dev.box.core.host.Host;
import dev.box.core.host.Removable;
import dev.box.incus.Deadline;
import dev.box.incus.Image;
import dev.box.incus.ImageAlias;
import dev.box.incus.Incus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The base images that box put into the daemon's store, told by their alias. */
final class BoxImages implements Removable {

    private static final String PREFIX = "box/";

    private final Host host;

    BoxImages(Host host) {
        this.host = host;
    }

    @Override
    public String title() {
        return "base images";
    }

    @Override
    public void remove(Deadline deadline) {
        Optional<Incus> daemon = host.daemon(deadline);
        if (daemon.isPresent()) {
            Failures failures = new Failures();
            for (ImageAlias alias : find(daemon.get(), deadline)) {
                failures.collect(
                        "image " + alias.name(),
                        () -> daemon.get()
                                .images()
                                .delete(alias.target(), deadline)
                                .await(deadline));
            }
            failures.raise();
        }
    }

    @Override
    public List<String> artefacts(Deadline deadline) {
        List<String> found = new ArrayList<>();
        host.daemon(deadline)
                .ifPresent(incus -> find(incus, deadline).forEach(alias -> found.add("image " + alias.name())));
        return found;
    }

    private static List<ImageAlias> find(Incus incus, Deadline deadline) {
        List<ImageAlias> found = new ArrayList<>();
        for (ImageAlias alias : incus.images().aliases(deadline)) {
            if (alias.name().startsWith(PREFIX)) {
                found.add(alias);
            }
        }
        return found;
    }

    /** Whether box put an image into the store. */
    static boolean isOwn(Image image) {
        return image.aliases().stream().anyMatch(alias -> alias.name().startsWith(PREFIX));
    }
}
