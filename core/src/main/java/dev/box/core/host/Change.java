package dev.box.core.host;

/**
 * One difference between what is and what should be; once applied, one thing that was changed.
 *
 * @param layer the layer's id, e.g. {@code network}
 * @param what e.g. {@code dns.mode}
 * @param was what was observed; {@code absent} if there was nothing
 * @param is what it should be, or has become
 */
public record Change(String layer, String what, String was, String is) {

    public static final String ABSENT = "absent";

    @Override
    public String toString() {
        return layer + ": " + what + ": " + was + " → " + is;
    }
}
