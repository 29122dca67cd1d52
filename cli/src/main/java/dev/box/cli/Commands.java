package dev.box.cli;

import dev.box.cli.command.Command;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The table of verbs. A verb's entry, options and handler included, is built when it is asked for: a listing does not pay
 * for the drill's options.
 */
final class Commands {

    private static final List<String> NAMES = List.of(
            "new",
            "list",
            "info",
            "shell",
            "exec",
            "start",
            "down",
            "snapshot",
            "restore",
            "rename",
            "rm",
            "prune",
            "tmux",
            "cp",
            "expose",
            "export",
            "import",
            "incus",
            "templates",
            "image",
            "setup-host",
            "teardown-host",
            "migrate-host",
            "wipe",
            "grant",
            "revoke",
            "tenants",
            "doctor",
            "drill",
            "lab",
            "help",
            "completion",
            "version");

    /** Not a verb that anyone types: what a completion script asks. */
    private static final String COMPLETE = "__complete";

    private Commands() {}

    /** The verb or family with that name or alias; null if there is none. */
    static @Nullable Command find(String name) {
        return switch (name) {
            case "new" -> BoxCommands.newBox();
            case "list", "ls" -> BoxCommands.list();
            case "info" -> BoxCommands.info();
            case "shell" -> BoxCommands.shell();
            case "exec" -> BoxCommands.exec();
            case "start" -> BoxCommands.start();
            case "down" -> BoxCommands.down();
            case "snapshot" -> CheckpointCommands.snapshot();
            case "restore" -> CheckpointCommands.restore();
            case "rename" -> CheckpointCommands.rename();
            case "rm" -> BoxCommands.rm();
            case "prune" -> CheckpointCommands.prune();
            case "tmux" -> AccessCommands.tmux();
            case "cp" -> AccessCommands.copy();
            case "incus" -> AccessCommands.incus();
            case "expose" -> AccessCommands.expose();
            case "export" -> AccessCommands.exportBox();
            case "import" -> AccessCommands.importBox();
            case "templates" -> BoxCommands.templates();
            case "image" -> HostCommands.image();
            case "setup-host" -> HostCommands.setupHost();
            case "teardown-host" -> HostCommands.teardownHost();
            case "migrate-host" -> HostCommands.migrateHost();
            case "wipe" -> HostCommands.wipe();
            case "grant" -> TenantCommands.grant();
            case "revoke" -> TenantCommands.revoke();
            case "tenants" -> TenantCommands.tenants();
            case "doctor" -> HostCommands.doctor();
            case "drill" -> ProofCommands.drill();
            case "lab" -> ProofCommands.lab();
            case "help" -> MetaCommands.help();
            case "completion" -> MetaCommands.completion();
            case COMPLETE -> MetaCommands.complete(COMPLETE);
            case "version" -> MetaCommands.version();
            default -> null;
        };
    }

    /** A verb of a family that has it. */
    static Command member(String family, String name) {
        return switch (family + " " + name) {
            case "image list" -> HostCommands.imageList();
            case "image build" -> HostCommands.imageBuild();
            case "image import" -> HostCommands.imageImport();
            case "image rm" -> HostCommands.imageRemove();
            case "lab up" -> ProofCommands.labUp();
            case "lab status" -> ProofCommands.labStatus();
            case "lab exec" -> ProofCommands.labExec();
            case "lab reboot" -> ProofCommands.labReboot();
            case "lab logs" -> ProofCommands.labLogs();
            case "lab down" -> ProofCommands.labDown();
            default -> throw new IllegalArgumentException("no verb '" + family + " " + name + "' in the table");
        };
    }

    static List<Command> members(Command family) {
        List<Command> members = new ArrayList<>();
        for (String child : family.children()) {
            members.add(member(family.name(), child));
        }
        return members;
    }

    /** Verbs and families in the order of the help. */
    static List<Command> all() {
        List<Command> all = new ArrayList<>();
        for (String name : NAMES) {
            all.add(Objects.requireNonNull(find(name), name));
        }
        return all;
    }

    static List<String> names() {
        return NAMES;
    }
}
