package dev.box.cli;

import dev.box.cli.command.Command;
import dev.box.cli.command.Group;
import dev.box.cli.command.Tier;
import dev.box.cli.verb.CopyVerb;
import dev.box.cli.verb.ExportVerb;
import dev.box.cli.verb.ExposeVerb;
import dev.box.cli.verb.ImportVerb;
import dev.box.cli.verb.IncusVerb;
import dev.box.cli.verb.TmuxVerb;

/** The entries of the table for what goes in and out of a box: doors, files, sessions, whole boxes. */
final class AccessCommands {

    private AccessCommands() {}

    static Command expose() {
        return Command.of("expose", Group.BOXES, Tier.ROOT, "open a door: a port of a box on this host's 127.0.0.1")
                .describe("""
                        A door listens on 127.0.0.1 only and leads to exactly one TCP port of one box; nothing widens
                        it. The server in the box must listen on the box's own address or on 0.0.0.0, and sees the
                        gateway as its peer. The host port is the box's port unless it is named; below 1024 it must
                        be. Opening pins the box's address, and closing its last door releases it.
                        """)
                .optional("box")
                .optional("port")
                .optional("host-port")
                .notRestricted("a door changes the access list and the firewall that all users of this host share")
                .flag("list", "the open doors, of one box or of all")
                .value("remove", "open-port", "close the door to this port of the box")
                .json()
                .example("sudo box expose work 3000", "127.0.0.1:3000 leads to port 3000 of box work")
                .example("sudo box expose work 80 8080", "another port on the host")
                .example("box expose --list", "every door (schema box.doors/1 with --json)")
                .example("sudo box expose work --remove 80", "closed")
                .runs(new ExposeVerb());
    }

    static Command exportBox() {
        return Command.of("export", Group.BOXES, Tier.INCUS, "write a box into one file")
                .anywhere()
                .describe("""
                        The box must be down: a disk in use is a moving target. Snapshots go along unless
                        --instance-only. Under its name the file is there whole or not at all, and only you can read
                        it: it is a credential, since all that is in the box is in it.
                        """)
                .one("box")
                .optional("file")
                .flag("instance-only", "leave snapshots out")
                .flag("force", "replace a file of that name")
                .json()
                .example("box export work", "into work.box.tar.gz")
                .example("box export work /backup/work.tar.gz --instance-only", "elsewhere, without snapshots")
                .runs(new ExportVerb());
    }

    static Command importBox() {
        return Command.of("import", Group.BOXES, Tier.INCUS, "make a box from an exported file")
                .anywhere()
                .describe("""
                        The whole file is checked before anything is made of it. The box keeps its files, snapshots
                        and stamp; its network, profile and every other setting that decides what it may do are
                        this host's. Like any copy it gets an identity of its own. It stays down.
                        """)
                .one("file")
                .value("name", "name", "another name than the one that it had")
                .json()
                .example("box import work.box.tar.gz", "under the name that it had")
                .example("box import work.box.tar.gz --name again", "beside the one that still exists")
                .runs(new ImportVerb());
    }

    static Command tmux() {
        return Command.of("tmux", Group.BOXES, Tier.INCUS, "attach to a session in a box, or start it")
                .anywhere()
                .describe("""
                        The session goes on when you detach or lose the connection. Its name has letters, digits, '-'
                        and '_' (default: main). The box needs tmux, which every shipped template has.
                        """)
                .one("box")
                .optional("session")
                .status("n whatever tmux ended with")
                .example("box tmux work", "session main")
                .example("box tmux work build", "another one beside it")
                .runs(new TmuxVerb());
    }

    static Command copy() {
        return Command.of("cp", Group.BOXES, Tier.INCUS, "copy files into or out of a box")
                .anywhere()
                .describe("""
                        One side is BOX:PATH; a path in a box that does not begin with '/' begins at its user's home.
                        Directories are copied with all that is in them, modes are kept, owners are the receiving
                        side's. Coming out, a link of the box is made only if it leads to something that is copied too, and
                        set-id bits are dropped. The box may run or be down.
                        """)
                .one("src")
                .one("dst")
                .example("box cp notes.txt work:", "into the home of its user")
                .example("box cp work:src ./src", "a whole tree out")
                .runs(new CopyVerb());
    }

    static Command incus() {
        return Command.of("incus", Group.BOXES, Tier.INCUS, "run the incus client on a box")
                .anywhere()
                .describe("""
                        The way out for what box has no verb for. {} stands for the box; without it the box is put
                        behind the words. The command is shown, and what can move the box off its isolation is
                        warned of. Only boxes are reached.
                        """)
                .one("box")
                .rest("args")
                .status("n whatever incus ended with")
                .example("box incus work -- info", "incus info work")
                .example("box incus work -- config set {} limits.cpu=4", "the box is not the last word")
                .runs(new IncusVerb());
    }
}
