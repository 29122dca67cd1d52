package dev.box.core.box;

/** The configuration keys that box writes on an instance, by name, so that no other place spells them. */
public enum StampKey {
    TAG("user.box", "1 on every box: the boundary that each verb keeps to"),
    SCHEMA("user.box.schema", "version of the set of keys below"),
    VERSION("user.box.version", "version of box that minted it"),
    CREATED("user.box.created", "when, UTC, ISO 8601"),
    TEMPLATE("user.box.template", "template that it was minted from"),
    USER("user.box.user", "user that exec and shell enter as"),
    IMAGE("user.box.image", "image as the template named it"),
    IMAGE_FINGERPRINT("user.box.image.fingerprint", "what that name resolved to"),
    MODE("user.box.mode", "container or vm: what it got"),
    MODE_ASKED("user.box.mode.asked", "auto, container or vm: what was asked for"),
    ORIGIN("user.box.origin", "mint or clone"),
    ORIGIN_FROM("user.box.origin.from", "the source of a clone"),
    MACHINE_ID("user.box.machine-id", "the guest's /etc/machine-id when its minting ended"),
    IDENTITY(
            "user.box.identity",
            "firmware on a VM that takes its machine-id from there at each boot, so that a copy is another"),
    IMPORT_FIRST("user.box.import.first", "when it was first imported, UTC, ISO 8601"),
    IMPORT_LAST("user.box.import.last", "when it was last imported"),
    IMPORT_COUNT("user.box.import.count", "how often"),
    STATE("user.box.state", "minting or failed; absent on a whole box"),
    MINTER("user.box.minter", "the process that mints it, so that a killed mint can be told from one under way"),
    EXPIRES("user.box.expires", "from when on box prune offers to remove it, UTC, ISO 8601; absent for never"),
    BASE("user.box.base", "on a warm base, which is no box: the content that it was made from"),
    BASE_STATE("user.box.base.state", "how far a warm base is"),
    LEGACY_TAG("user.claudebox", "1 on a box of the predecessor: a box forever");

    private final String key;
    private final String meaning;

    StampKey(String key, String meaning) {
        this.key = key;
        this.meaning = meaning;
    }

    /** The key as the daemon knows it. */
    public String key() {
        return key;
    }

    public String meaning() {
        return meaning;
    }
}
