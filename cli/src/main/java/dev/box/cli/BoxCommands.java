package dev.box.cli;

import dev.box.cli.command.Command;
import dev.box.cli.command.Group;
import dev.box.cli.command.Tier;
import dev.box.cli.verb.DownVerb;
import dev.box.cli.verb.ExecVerb;
import dev.box.cli.verb.InfoVerb;
import dev.box.cli.verb.ListVerb;
import dev.box.cli.verb.NewVerb;
import dev.box.cli.verb.RemoveVerb;
import dev.box.cli.verb.ShellVerb;
import dev.box.cli.verb.StartVerb;
import dev.box.cli.verb.TemplatesVerb;
import dev.box.core.template.TemplateKey;

/** The entries of the table for boxes and what they are made from. */
final class BoxCommands {

    private BoxCommands() {}

    static Command newBox() {
        return verb("new", "make a box from a template, or a copy of a box")
                .describe("""
                        The box reaches the public internet and nothing else, and holds no credentials. It is a
                        virtual machine where /dev/kvm exists, a container otherwise; a container is the weaker
                        boundary. Resources: option, then BOX_CPU, BOX_MEMORY, BOX_DISK, then the template.
                        The first box of a template is minted cold; later ones start from a copy of it as it was
                        before anyone entered it, as long as template, image and box stay as they are.
                        With --from the box is a copy of another box or of a snapshot, with a machine-id, address,
                        SSH host keys and name of its own; its size and type are its source's. A running source is
                        copied as after a power cut, and is not touched.
                        A name has 1 to 63 of a-z A-Z 0-9 and '-', starts with a letter, does not end in '-'.
                        """)
                .optional("name")
                .value("name", "name", "another way to name it")
                .value("template", "template", "what to make it from (default: blank; see: box templates)")
                .value("from", "source", "copy a box, or BOX/SNAPSHOT, instead")
                .value("cpu", "count", "number of CPUs")
                .value("memory", "size", "e.g. 4GiB")
                .value("disk", "size", "e.g. 20GiB")
                .flag("vm", "a virtual machine, or nothing")
                .flag("container", "a container, even where a virtual machine is possible")
                .value("ttl", "time", "from when on box prune offers to remove it, e.g. 30m, 8h, 7d")
                .flag("no-cache", "mint cold, whatever there is to copy")
                .json()
                .example("box new work", "a blank Debian 13 box")
                .example("box new big --cpu 4 --memory 8GiB", "with more of everything")
                .example("box new try --from work/manual-1764500000", "a copy of a snapshot")
                .example("box new brief --ttl 8h", "gone with the first box prune after eight hours")
                .runs(new NewVerb());
    }

    static Command list() {
        return verb("list", "every box: state, type, address, template, age")
                .alias("ls")
                .surplus("it lists every box; for one box: box info {}")
                .json()
                .example("box list", "a table")
                .example("box list --json", "the same for a program (schema box.list/1)")
                .runs(new ListVerb());
    }

    static Command info() {
        return verb("info", "everything about one box")
                .one("box")
                .json()
                .example("box info work", "state, address, resources, where it came from, snapshots")
                .example("box info work --json", "the same for a program (schema box.info/1)")
                .runs(new InfoVerb());
    }

    static Command shell() {
        return verb("shell", "log in to a box as its user")
                .one("box")
                .status("n whatever the shell ended with")
                .example("box shell work", "a login shell; it ends with 'exit'")
                .runs(new ShellVerb());
    }

    static Command exec() {
        return verb("exec", "run one command in a box as its user")
                .describe("""
                        Input, output and errors are passed through separately. On a terminal the command gets one
                        too. PATH includes ~/.local/bin, since no shell reads an rc file here. Without --timeout
                        the command may run for as long as it likes.
                        """)
                .one("box")
                .rest("command")
                .status("n whatever the command ended with")
                .example("box exec work -- uname -a", "one command")
                .example("box exec work -- sh -c 'cd src && make'", "what needs a shell names it")
                .example("tar c src | box exec work -- tar x", "input goes through")
                .runs(new ExecVerb());
    }

    static Command start() {
        return verb("start", "start a box that is down")
                .one("box")
                .example("box start work", "and wait until it has an address")
                .runs(new StartVerb());
    }

    static Command down() {
        return verb("down", "shut a box down")
                .one("box")
                .flag("force", "pull the plug instead of asking the guest to shut down")
                .example("box down work", "its disk stays")
                .runs(new DownVerb());
    }

    static Command rm() {
        return verb("rm", "delete boxes and their snapshots")
                .describe("""
                        Asks first. Without a terminal to ask on it refuses, unless there is --force. Only what box
                        made is ever deleted.
                        """)
                .some("box")
                .flag("force", "do not ask")
                .example("box rm work", "asks, then deletes")
                .example("box rm a b c --force", "deletes three without asking")
                .runs(new RemoveVerb());
    }

    static Command templates() {
        return verb("templates", "what boxes can be made from")
                .describe("""
                        A template is a directory in ~/.config/box/templates or /etc/box/templates, or shipped with
                        box; the first of these that holds a name wins. box.env holds KEY="value" lines, see below.
                        user-data.yaml is cloud-init's, and makes the user. provision.sh, if there, runs once as
                        root in the guest after the first boot, and fails the box if it fails; README.md has one.
                        agent-context.md, if there, is for the template's agent; provision.sh places it.

                        Keys of box.env:
                        """ + keys())
                .json()
                .example("box templates", "name, where it comes from, whether the next one is quick, description")
                .runs(new TemplatesVerb());
    }

    private static String keys() {
        StringBuilder keys = new StringBuilder();
        for (TemplateKey key : TemplateKey.values()) {
            keys.append("  ")
                    .append(key.name())
                    .append(": ")
                    .append(key.meaning())
                    .append('\n');
        }
        return keys.toString();
    }

    private static Command verb(String name, String summary) {
        return Command.of(name, Group.BOXES, Tier.INCUS, summary).anywhere();
    }
}
