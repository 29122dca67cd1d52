package dev.box.cli;

import dev.box.cli.command.Command;
import dev.box.cli.command.Group;
import dev.box.cli.command.Tier;
import dev.box.cli.verb.CompletionVerb;
import dev.box.cli.verb.VersionVerb;

/** The entries of the table for what is about box itself. */
final class MetaCommands {

    private MetaCommands() {}

    static Command help() {
        return Command.of("help", Group.META, Tier.ANYONE, "all verbs, or one of them in full")
                .optional("verb")
                .optional("second word")
                .value("man", "directory", "write every manual page into that directory instead")
                .example("box help", "all verbs")
                .example("box help image build", "one verb")
                .example("box help settings", "the environment variables that box reads")
                .example("box help json", "the documents that --json prints")
                .example("box help --man ~/.local/share/man/man1", "and then: man box")
                .runs(new HelpVerb());
    }

    static Command completion() {
        return Command.of("completion", Group.META, Tier.ANYONE, "make the Tab key know verbs, options and boxes")
                .describe("""
                        Prints a script for the shell. At each Tab it asks box what may come next: verbs, options, boxes,
                        snapshots, templates, images, files.
                        """)
                .one("bash|zsh|fish")
                .example("source <(box completion bash)", "this bash; in ~/.bashrc: every bash")
                .example("source <(box completion zsh)", "in ~/.zshrc, after compinit")
                .example("box completion fish | source", "in ~/.config/fish/config.fish")
                .runs(new CompletionVerb());
    }

    static Command complete(String name) {
        return Command.of(name, Group.META, Tier.ANYONE, "what may come next on a half-typed command line")
                .rest("word")
                .runs(new CompleteVerb());
    }

    static Command version() {
        return Command.of("version", Group.META, Tier.ANYONE, "which box this is")
                .json()
                .example("box version", "one line")
                .runs(new VersionVerb());
    }
}
