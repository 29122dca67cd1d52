package dev.box.core.image;

/**
 * An image as a template names it: {@code images:debian/13/cloud} is one of the image server, {@code local:mine} or
 * {@code mine} an alias or a fingerprint of this daemon.
 *
 * @param text as written
 * @param remote whether it is the image server's
 * @param alias without the prefix
 */
record ImageName(String text, boolean remote, String alias) {

    private static final String REMOTE = "images:";
    private static final String LOCAL = "local:";

    static ImageName of(String text) {
        if (text.startsWith(REMOTE)) {
            return new ImageName(text, true, text.substring(REMOTE.length()));
        }
        return new ImageName(text, false, text.startsWith(LOCAL) ? text.substring(LOCAL.length()) : text);
    }

    /** The local alias of what was fetched from the server. */
    String fetchedAlias(ImageType type) {
        return "box/images/" + alias + type.aliasEnd();
    }

    /** The local alias of what was built here. */
    String builtAlias(ImageType type) {
        return "box/" + alias + type.aliasEnd();
    }
}
