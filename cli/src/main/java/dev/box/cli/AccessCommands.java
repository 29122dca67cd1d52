package dev.box.cli;

import dev.box.cli.command.Command;
import dev.box.cli.command.Group;
import dev.box.cli.command.Tier;
import dev.box.cli.verb.ExposeVerb;

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
                .flag("list", "the open doors, of one box or of all")
                .value("remove", "port", "close the door to this port of the box")
                .json()
                .example("sudo box expose work 3000", "127.0.0.1:3000 leads to port 3000 of box work")
                .example("sudo box expose work 80 8080", "another port on the host")
                .example("box expose --list", "every door (schema box.doors/1 with --json)")
                .example("sudo box expose work --remove 80", "closed")
                .runs(new ExposeVerb());
    }
}
