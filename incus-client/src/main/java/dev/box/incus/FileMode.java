package dev.box.incus;

/**
 * Owner and permissions of a file in an instance.
 *
 * @param uid numeric, as the guest sees it
 * @param gid numeric, as the guest sees it
 * @param mode permission bits, e.g. {@code 0644}
 */
public record FileMode(int uid, int gid, int mode) {

    /** Root's, with these permissions. */
    public static FileMode root(int mode) {
        return new FileMode(0, 0, mode);
    }
}
