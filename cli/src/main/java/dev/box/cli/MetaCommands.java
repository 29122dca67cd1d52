package dev.box.cli;

import dev.box.cli.command.Command;
import dev.box.cli.command.Group;
import dev.box.cli.command.Tier;
import dev.box.cli.verb.VersionVerb;

/** The entries of the table for what is about box itself. */
final class MetaCommands {

    private MetaCommands() {}

    static Command help() {
        return Command.of("help", Group.META, Tier.ANYONE, "all verbs, or one of them in full")
                .optional("verb")
                .optional("second word")
                .example("box help", "all verbs")
                .example("box help image build", "one verb")
                .example("box help settings", "the environment variables that box reads")
                .runs(new HelpVerb());
    }

    static Command version() {
        return Command.of("version", Group.META, Tier.ANYONE, "which box this is")
                .json()
                .example("box version", "one line")
                .runs(new VersionVerb());
    }
}
