package dev.box.core.doctor;

/** What {@code --fix} can do, in the order in which it is done. */
public enum Repair {
    /** Nothing: the fix is a decision or a command of the operator's. */
    NONE(""),
    DAEMON("starting Incus"),
    UNIT("re-installing the firewall's unit"),
    FIREWALL("loading the shipped firewall rules"),
    ACL("restoring the ACL"),
    NETWORK("restoring the network"),
    NEIGHBOURS("making room for boxes in other firewalls"),
    PROFILE("restoring the profile, the ports' isolation and their filters"),
    DOORS("making rules and routing follow the doors"),
    TIER("enabling the restricted tier's socket"),
    LEFTOVERS("removing what an aborted drill left"),
    MINTS("removing boxes that were never finished");

    private final String words;

    Repair(String words) {
        this.words = words;
    }

    /** As a step, e.g. {@code restoring the ACL}. */
    public String words() {
        return words;
    }
}
