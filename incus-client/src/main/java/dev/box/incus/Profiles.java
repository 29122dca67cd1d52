package dev.box.incus;

/** Profiles. */
public final class Profiles extends EditableResources<Profile> {

    Profiles(Daemon daemon) {
        super(daemon, "profile", "/1.0/profiles", Profile.class);
    }

    @Override
    String nameOf(Profile value) {
        return value.name();
    }
}
