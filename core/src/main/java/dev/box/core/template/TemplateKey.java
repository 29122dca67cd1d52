package dev.box.core.template;

/** Every key that a template's {@code box.env} may hold; there is no other, above all none for a network. */
public enum TemplateKey {
    BOX_DESCRIPTION("one line that says what it is for"),
    BOX_IMAGE("base image, e.g. images:debian/13/cloud"),
    BOX_USER("user that exec and shell enter as; user-data.yaml must make it"),
    BOX_CPU("CPU count"),
    BOX_MEMORY("memory, e.g. 4GiB"),
    BOX_DISK("root disk, e.g. 20GiB"),
    BOX_REQUIRE_VM("1: never mint it as a container"),
    BOX_AUTOSTART("1: its boxes start with the host"),
    BOX_LOGIN_HINT("one line shown when a box is ready"),
    BOX_VERIFY("command that must succeed as the user, e.g. claude --version");

    private final String meaning;

    TemplateKey(String meaning) {
        this.meaning = meaning;
    }

    public String meaning() {
        return meaning;
    }
}
