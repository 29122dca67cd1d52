package dev.box.incus;

/** Projects. */
public final class Projects extends EditableResources<Project> {

    Projects(Daemon daemon) {
        super(daemon, "project", "/1.0/projects", Project.class);
    }

    @Override
    String nameOf(Project value) {
        return value.name();
    }
}
