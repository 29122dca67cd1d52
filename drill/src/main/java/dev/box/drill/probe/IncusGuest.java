package dev.box.drill.probe;

import dev.box.incus.Deadline;
import dev.box.incus.ExecRequest;
import dev.box.incus.ExecResult;
import dev.box.incus.Incus;
import java.util.List;

/** A box through the daemon. */
public record IncusGuest(Incus incus, String name) implements Guest {

    @Override
    public Ran run(List<String> command, Deadline deadline) {
        ExecResult result = incus.instances().exec(name, ExecRequest.of(command), deadline);
        return new Ran(result.exitStatus(), result.stdout(), result.stderr());
    }
}
