package dev.box.cli.command;

/** The headings under which {@code box help} lists verbs. */
public enum Group {
    BOXES("boxes"),
    HOST("this host"),
    PROOF("the proof"),
    META("about box itself");

    private final String heading;

    Group(String heading) {
        this.heading = heading;
    }

    public String heading() {
        return heading;
    }
}
