package dev.box.cli.verb;

import dev.box.core.process.Machine;
import dev.box.core.settings.Settings;
import dev.box.core.tenant.Helpers;
import dev.box.incus.Deadline;
import dev.box.incus.Endpoint;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;

/** The daemon that this user's incus client would talk to, in the same project. */
final class Daemon {

    private Daemon() {}

    static Incus connect(Settings settings) {
        Incus incus = Incus.connect(endpoint(settings));
        String project = settings.environment().getOrDefault("INCUS_PROJECT", "");
        return project.isEmpty() ? incus : incus.inProject(project);
    }

    private static Endpoint endpoint(Settings settings) {
        try {
            return Endpoint.discover(settings.environment());
        } catch (IncusException.PermissionDenied denied) {
            throw new Helpers(Machine.local()).barred(denied, Deadline.after(Limits.QUICK));
        }
    }
}
