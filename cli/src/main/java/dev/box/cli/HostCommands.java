package dev.box.cli;

import dev.box.cli.command.Command;
import dev.box.cli.command.Group;
import dev.box.cli.command.Tier;
import dev.box.cli.verb.DoctorVerb;
import dev.box.cli.verb.ImageBuildVerb;
import dev.box.cli.verb.ImageImportVerb;
import dev.box.cli.verb.ImageListVerb;
import dev.box.cli.verb.ImageRemoveVerb;
import dev.box.cli.verb.MigrateVerb;
import dev.box.cli.verb.RemovalVerb;
import dev.box.cli.verb.SetupHostVerb;

/** The entries of the table for the machine that carries the boxes. */
final class HostCommands {

    private static final String HOST = "this changes the host that all its users share";
    private static final String IMAGES =
            "the host's base images are shared; 'box grant' gives each account its own copy";

    private HostCommands() {}

    static Command setupHost() {
        return Command.of("setup-host", Group.HOST, Tier.ROOT, "install Incus and the isolation, or repair it")
                .describe("""
                        Brings this machine to the state in which boxes are isolated: Incus, a storage pool, the
                        network boxnet, its access list, the firewall and its unit, the placement profile. Each part
                        is read back from the kernel before the next one. Running it again changes only what
                        differs. BOX_SUBNET and BOX_DNS choose the subnet and the resolvers. UFW, firewalld and Docker get
                        carve-outs for boxes; with UFW and firewalld both active it stops and says so.
                        """)
                .flag("dry-run", "print what would change, change nothing")
                .json()
                .example("sudo box setup-host", "once per machine, and after an upgrade")
                .example("sudo box setup-host --dry-run", "what would change")
                .runs(new SetupHostVerb());
    }

    static Command migrateHost() {
        return Command.of(
                        "migrate-host", Group.HOST, Tier.ROOT, "bring boxes of the predecessor onto this host's stack")
                .describe("""
                        A box tagged user.claudebox or standing on claudenet is shut down, given box's tag and placement
                        profile, started, and judged by an address on boxnet that is its own and a public name that it
                        resolves. Its files stay; what its old profile gave it beside its place stays its own. Without
                        names it shows what there is.
                        """)
                .any("box")
                .notRestricted(HOST)
                .flag("all-boxes", "every box of the predecessor")
                .flag("retire-legacy", "then take the predecessor's network, access list, profile, unit and rules off")
                .example("sudo box migrate-host", "what there is of the predecessor")
                .example("sudo box migrate-host work", "one box")
                .example("sudo box migrate-host --all-boxes --retire-legacy", "everything")
                .runs(new MigrateVerb());
    }

    static Command teardownHost() {
        return removal("teardown-host", "take boxes and the isolation off this machine")
                .describe("""
                        Deletes every box, then the network, access list, profile, firewall and units of box and of its
                        predecessor, and looks for each of them again: what is still there is named, exit status 1.
                        Asks first. What box did not make is not touched; if it depends on what would go, nothing goes.
                        Incus, its storage and the images stay, unless asked otherwise.
                        """)
                .flag("purge-incus", "also images, storage pool and Incus itself, if nothing else is kept in it")
                .example("sudo box teardown-host", "shows what would go, asks, removes it")
                .example("sudo box teardown-host --yes --purge-incus", "as if box had never been here")
                .runs(new RemovalVerb(false));
    }

    static Command wipe() {
        return removal("wipe", "empty a machine that is there for drills")
                .describe("""
                        As 'box teardown-host', and whatever a drill that was cut off may have left: its counters,
                        namespaces, networks, access lists and profiles.
                        """)
                .flag("purge-storage", "also the base images and the storage pool")
                .example("sudo box wipe --yes --purge-storage", "back to a bare Incus")
                .runs(new RemovalVerb(true));
    }

    private static Command removal(String name, String summary) {
        return Command.of(name, Group.HOST, Tier.ROOT, summary)
                .notRestricted(HOST)
                .flag("yes", "do not ask")
                .flag("dry-run", "print what would go, remove nothing")
                .json();
    }

    static Command doctor() {
        return Command.of("doctor", Group.HOST, Tier.ANYONE, "is this host fit to mint boxes?")
                .describe("""
                        Reads the host from the kernel, the daemon, the process table and from inside one running
                        box, and judges each fact: problems first, with the command that helps. Nothing is changed
                        unless --fix is given: it re-applies the layers that differ, removes what an aborted drill
                        left and boxes that were never finished, and reads everything again. Without root it judges
                        what this account can see. BOX_EGRESS_PROBE names the public host that a box connects to.
                        """)
                .flag("fix", "repair what is safe to repair, then read again; needs root")
                .json()
                .status("0 also on a machine without box: 'fresh'; 1 as well when there are problems")
                .example("sudo box doctor", "what is wrong, why it matters, what to type")
                .example("sudo box doctor --fix", "repair it")
                .example("box doctor --json", "for a program (schema box.doctor/1)")
                .runs(new DoctorVerb());
    }

    static Command image() {
        return Command.of("image", Group.HOST, Tier.INCUS, "the base images that boxes start from")
                .family("list", "build", "import", "rm");
    }

    static Command imageList() {
        return Command.of("image list", Group.HOST, Tier.INCUS, "the base images in the daemon's store")
                .anywhere()
                .json()
                .example("box image list", "alias, fingerprint, size, age")
                .runs(new ImageListVerb());
    }

    static Command imageBuild() {
        return Command.of("image build", Group.HOST, Tier.ROOT, "build the Debian 13 image from a Debian mirror")
                .describe("""
                        For machines that cannot reach the image server. Packages come from the mirror that this
                        machine's apt uses, or from BOX_MIRROR. One image serves containers, another VMs: Debian's kernel,
                        Incus's agent, and a root that grows to the size of the box's disk.
                        """)
                .notRestricted(IMAGES)
                .flag("vm", "the image for VMs instead of the one for containers")
                .value("output", "directory", "leave the two files there and import nothing")
                .example("sudo box image build", "build and import as box/debian/13/cloud")
                .example("sudo box image build --vm", "build and import as box/debian/13/cloud/vm")
                .example("sudo box image build --output /srv/img", "files for 'box image import' elsewhere")
                .runs(new ImageBuildVerb());
    }

    static Command imageImport() {
        return Command.of("image import", Group.HOST, Tier.ADMIN, "import an image that 'box image build' made")
                .anywhere()
                .notRestricted(IMAGES)
                .describe("""
                        A second file that ends in .qcow2 or .img is the disk of a VM.
                        """)
                .one("metadata")
                .one("rootfs")
                .value("for", "image", "the image that it stands for (default: images:debian/13/cloud)")
                .example("box image import /srv/img/meta.tar.xz /srv/img/rootfs.squashfs", "its two files")
                .runs(new ImageImportVerb());
    }

    static Command imageRemove() {
        return Command.of("image rm", Group.HOST, Tier.ADMIN, "delete a base image")
                .anywhere()
                .notRestricted(IMAGES)
                .one("alias")
                .flag("force", "do not ask")
                .example("box image rm box/debian/13/cloud", "boxes made from it stay as they are")
                .runs(new ImageRemoveVerb());
    }
}
