package dev.box.drill.contract;

import java.util.Locale;
import java.util.Optional;

/** The parts of a drill, in the order in which they run. */
public enum PhaseId {
    A("semantics", "Incus as box leans on it", Reach.ANY_HOST),
    B("surface", "Verbs and refusals", Reach.ANY_HOST),
    C("isolation", "Isolation", Reach.ANY_HOST),
    D("rehearsal", "Source filters, one by one", Reach.LAB_ONLY),
    E("doors", "Doors", Reach.ANY_HOST),
    M("migration", "From a legacy host", Reach.LAB_ONLY),
    P("perturbation", "Disturbances", Reach.LAB_ONLY),
    X("upgrade", "Over an old ruleset", Reach.LAB_ONLY),
    U("multiuser", "Several people", Reach.LAB_ONLY),
    T("teardown", "What is left", Reach.ANY_HOST);

    /** Where a phase may run. */
    private enum Reach {
        /** It touches nothing but what the run itself has made. */
        ANY_HOST,
        /** It disturbs what everybody on the host stands on: the daemon, the rules, the profile of all boxes. */
        LAB_ONLY
    }

    private final String word;
    private final String title;
    private final Reach reach;

    PhaseId(String word, String title, Reach reach) {
        this.word = word;
        this.title = title;
        this.reach = reach;
    }

    /** As in {@code --phases isolation,doors}; the letter will do too. */
    public String word() {
        return word;
    }

    public String title() {
        return title;
    }

    /** Whether it runs in the lab only. */
    public boolean labOnly() {
        return reach == Reach.LAB_ONLY;
    }

    /** By word or letter. */
    public static Optional<PhaseId> of(String text) {
        for (PhaseId phase : values()) {
            if (phase.word.equals(text.toLowerCase(Locale.ROOT)) || phase.name().equalsIgnoreCase(text)) {
                return Optional.of(phase);
            }
        }
        return Optional.empty();
    }
}
