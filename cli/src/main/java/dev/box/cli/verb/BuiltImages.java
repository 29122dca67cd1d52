package dev.box.cli.verb;

/** Which image name the locally built one stands for. */
final class BuiltImages {

    static final String DEBIAN = "images:debian/13/cloud";

    private BuiltImages() {}
}
