package dev.box.core.host;

import java.util.List;

/** How {@code box setup-host} ended, where it did not fail. Exit status 0 for all but {@link NeedsRoot}. */
public sealed interface SetupOutcome {

    /** The stack is in force; {@code changes} is what it took, empty for "nothing to change". */
    record Converged(List<Change> changes) implements SetupOutcome {
        public Converged {
            changes = List.copyOf(changes);
        }
    }

    /** A dry run: what would change. */
    record Planned(List<Change> changes) implements SetupOutcome {
        public Planned {
            changes = List.copyOf(changes);
        }
    }

    /** Not root, and not a restricted user either: exit 1. */
    record NeedsRoot(String message, String advice) implements SetupOutcome {}

    /** A user of the restricted tier: the host is not theirs to set up, and nothing is wrong. */
    record Restricted(String message) implements SetupOutcome {}
}
