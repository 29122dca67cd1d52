package dev.box.incus;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Instances: containers and virtual machines. */
public final class Instances extends Resources<Instance> {

    private static final int EDITS = 5;

    Instances(Daemon daemon) {
        super(daemon, "instance", "/1.0/instances", Instance.class);
    }

    /** All of them with {@link Instance#state} and {@link Instance#snapshots}; slower, the daemon looks into each one. */
    public List<Instance> listFull(Deadline deadline) {
        return daemon.get("listing instances", root + "?recursion=2", type().list(), deadline)
                .value();
    }

    public InstanceState state(String name, Deadline deadline) {
        return daemon.get(
                        about("reading the state of", name),
                        path(name) + "/state",
                        Codec.type(InstanceState.class),
                        deadline)
                .value();
    }

    public Operation create(InstanceRequest request, Deadline deadline) {
        return daemon.start(about("creating", request.name()), "POST", root, request, deadline);
    }

    /** Writes the whole of it, unless someone changed it since {@code versioned} was read ({@link IncusException.PreconditionFailed}). */
    public Operation replace(String name, Versioned<Instance> versioned, Deadline deadline) {
        return daemon.start(
                about("changing", name), "PUT", path(name), versioned.value(), ifMatch(versioned), deadline);
    }

    /**
     * Reads it, and writes it back changed unless {@code change} leaves it as it was. Where someone changed it in between it
     * is read again: the daemon itself writes to a running instance's keys.
     *
     * @return it as it was before
     */
    public Instance edit(String name, UnaryOperator<Instance> change, Deadline deadline) {
        for (int tries = 1; ; tries++) {
            Versioned<Instance> read = get(name, deadline);
            Instance changed = change.apply(read.value());
            if (changed.equals(read.value())) {
                return read.value();
            }
            try {
                replace(name, read.with(changed), deadline).await(deadline);
                return read.value();
            } catch (IncusException.PreconditionFailed e) {
                if (tries == EDITS) {
                    throw e;
                }
            }
        }
    }

    /** Merges these fields into it, e.g. {@code Map.of("config", Map.of("user.a", "1"))}; keys that are not named stay. */
    public void patch(String name, Object fields, Deadline deadline) {
        daemon.send(about("changing", name), "PATCH", path(name), fields, deadline);
    }

    /** Makes the disk of a stopped instance that of one of its snapshots, and changes nothing else of it. */
    public Operation refresh(String name, String snapshot, Deadline deadline) {
        InstanceSource source = InstanceSource.onto(name + "/" + snapshot);
        InstanceRequest request = new InstanceRequest(name, "", "", source, false, null, Map.of(), Map.of(), false);
        return daemon.start(about("rolling back", name), "POST", root, request, deadline);
    }

    public Operation rename(String name, String newName, Deadline deadline) {
        return daemon.start(about("renaming", name), "POST", path(name), Map.of("name", newName), deadline);
    }

    /** With its snapshots; it must be stopped. */
    public Operation delete(String name, Deadline deadline) {
        return daemon.start(about("deleting", name), "DELETE", path(name), null, deadline);
    }

    public Operation start(String name, Deadline deadline) {
        return change("starting", name, "start", StopMode.CLEAN, deadline);
    }

    public Operation stop(String name, StopMode mode, Deadline deadline) {
        return change("stopping", name, "stop", mode, deadline);
    }

    public Operation restart(String name, StopMode mode, Deadline deadline) {
        return change("restarting", name, "restart", mode, deadline);
    }

    public Operation freeze(String name, Deadline deadline) {
        return change("freezing", name, "freeze", StopMode.CLEAN, deadline);
    }

    public Operation unfreeze(String name, Deadline deadline) {
        return change("unfreezing", name, "unfreeze", StopMode.CLEAN, deadline);
    }

    private Operation change(String doing, String name, String action, StopMode mode, Deadline deadline) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("action", action);
        body.put("timeout", Math.max(1, deadline.remaining().toSeconds()));
        body.put("force", mode == StopMode.FORCE);
        return daemon.start(about(doing, name), "PUT", path(name) + "/state", body, deadline);
    }

    public Snapshots snapshots(String name) {
        return new Snapshots(daemon, name);
    }

    /** Instances as files. */
    public Backups backups() {
        return new Backups(daemon);
    }

    /** The files of an instance, running or stopped. */
    public InstanceFiles files(String name) {
        return new InstanceFiles(daemon, name);
    }

    /** What its console showed since it started, as far as the daemon kept it; untrusted bytes. */
    public byte[] consoleLog(String name, Deadline deadline) {
        return daemon.bytes(about("reading the console of", name), path(name) + "/console", deadline);
    }

    /**
     * Runs a short command without input and captures its output, which must fit into memory.
     *
     * @throws IncusException.TimedOut if the deadline came first; the command was killed then
     */
    public ExecResult exec(String name, ExecRequest request, Deadline deadline) {
        return ExecSession.captured(daemon, name, request, deadline);
    }

    /**
     * Runs a command with the caller's streams and returns its exit status.
     *
     * @throws IncusException.TimedOut if the deadline came first; the command was killed then
     */
    public int exec(String name, ExecRequest request, ExecStreams streams, Deadline deadline) {
        try (ExecSession session = startExec(name, request, streams, deadline)) {
            return session.await(deadline);
        }
    }

    /** Starts a command that the caller steers: signals, window size, waiting. */
    public ExecSession startExec(String name, ExecRequest request, ExecStreams streams, Deadline deadline) {
        return ExecSession.start(daemon, name, request, streams, deadline);
    }
}
