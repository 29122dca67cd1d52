package dev.box.cli;

import dev.box.cli.command.Command;
import dev.box.cli.command.Group;
import dev.box.cli.command.Tier;
import dev.box.cli.verb.PruneVerb;
import dev.box.cli.verb.RenameVerb;
import dev.box.cli.verb.RestoreVerb;
import dev.box.cli.verb.SnapshotVerb;

/** The entries of the table for what happens to a box between its making and its end. */
final class CheckpointCommands {

    private CheckpointCommands() {}

    static Command snapshot() {
        return verb("snapshot", "keep a box as it is now, to go back to or to clone")
                .describe("""
                        Of a running box it is the disk as after a power cut: what its programs hold in memory is not
                        in it. Without a label it is called manual-, followed by the seconds since 1970.
                        """)
                .one("box")
                .optional("label")
                .json()
                .example("box snapshot work", "with a label of its own")
                .example("box snapshot work before-upgrade", "with yours")
                .runs(new SnapshotVerb());
    }

    static Command restore() {
        return verb("restore", "roll a box back to a snapshot")
                .describe("""
                        Asks first: everything in the box that is newer is lost. A running box is stopped for it and
                        started again. Without a terminal to ask on it refuses, unless there is --force.
                        """)
                .one("box")
                .one("label")
                .flag("force", "do not ask")
                .example("box restore work pristine", "as it was after its first boot")
                .runs(new RestoreVerb());
    }

    static Command rename() {
        return verb("rename", "give a box another name")
                .describe("""
                        The box must be down. Its snapshots come along, and inside it calls itself by the new name.
                        """)
                .one("box")
                .one("new-name")
                .example("box rename work old-work", "after box down work")
                .runs(new RenameVerb());
    }

    static Command prune() {
        return verb("prune", "delete boxes past their time, failed mints, stale bases")
                .describe("""
                        Shows first what it would delete, then asks. Without a terminal to ask on it refuses, unless
                        there is --force. A mint that is under way is left alone. A warm base is stale when its
                        template, its image or box itself has changed.
                        """)
                .flag("force", "do not ask")
                .flag("dry-run", "show what would go, delete nothing")
                .json()
                .example("box prune", "shows, asks, deletes")
                .example("box prune --dry-run --json", "what would go, for a program")
                .runs(new PruneVerb());
    }

    private static Command verb(String name, String summary) {
        return Command.of(name, Group.BOXES, Tier.INCUS, summary).anywhere();
    }
}
