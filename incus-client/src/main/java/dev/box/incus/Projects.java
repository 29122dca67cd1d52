package dev.box.incus;

import dev.box.incus.wire.Request;
import java.util.Map;

/** Projects. */
public final class Projects extends EditableResources<Project> {

    Projects(Daemon daemon) {
        super(daemon, "project", "/1.0/projects", Project.class);
    }

    /**
     * Deletes one thing that a project holds, whatever its kind, and waits for the end of it. An instance must be stopped.
     *
     * @param path as in {@link Project#usedBy}, with the project in its query
     */
    public void deleteContent(String path, Deadline deadline) {
        String tried = "deleting " + path;
        Request request = new Request("DELETE", path, Map.of(), null);
        OperationInfo started = daemon.call(tried, request, Codec.type(OperationInfo.class), deadline)
                .value();
        if (started != null && !started.id().isEmpty()) {
            new Operation(daemon, tried, started).await(deadline);
        }
    }

    @Override
    String nameOf(Project value) {
        return value.name();
    }
}
