package dev.box.cli.verb;

import dev.box.cli.command.Invocation;
import dev.box.cli.command.Option;
import dev.box.core.process.Machine;
import dev.box.core.remote.Remotes;
import dev.box.core.remote.Tunnel;
import dev.box.core.settings.Settings;
import dev.box.core.tenant.Helpers;
import dev.box.incus.Deadline;
import dev.box.incus.Endpoint;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import java.nio.file.Path;

/** The daemon that this user's incus client would talk to, in the same project; or a remote of that client's. */
final class Daemon {

    private Daemon() {}

    static Incus connect(Invocation call) {
        String remote = call.arguments().value(Option.REMOTE.name(), "");
        return remote.isEmpty() ? connect(call.settings()) : connect(remote, call);
    }

    static Incus connect(Settings settings) {
        return inProject(Incus.connect(endpoint(settings)), settings);
    }

    private static Incus connect(String name, Invocation call) {
        Remotes remotes = Remotes.read(call.settings().environment());
        Remotes.Remote remote = remotes.find(name);
        if (remote.address().getScheme().equals("unix")) {
            Path socket = Path.of(remote.address().getPath());
            return inProject(Incus.connect(new Endpoint(socket, "remote", remote.project(), name)), call.settings());
        }
        Tunnel tunnel = remotes.open(remote, call.deadline(Limits.QUICK).within(Limits.QUICK));
        return inProject(Incus.connect(tunnel.endpoint(), tunnel::close), call.settings());
    }

    private static Incus inProject(Incus incus, Settings settings) {
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
