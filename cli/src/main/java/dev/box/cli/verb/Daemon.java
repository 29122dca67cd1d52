package dev.box.cli.verb;

import dev.box.core.settings.Settings;
import dev.box.incus.Endpoint;
import dev.box.incus.Incus;

/** The daemon that this user's incus client would talk to, in the same project. */
final class Daemon {

    private Daemon() {}

    static Incus connect(Settings settings) {
        Incus incus = Incus.connect(Endpoint.discover(settings.environment()));
        String project = settings.environment().getOrDefault("INCUS_PROJECT", "");
        return project.isEmpty() ? incus : incus.inProject(project);
    }
}
