package dev.box.cli;

import dev.box.cli.command.Command;
import dev.box.cli.command.Group;
import dev.box.cli.command.Tier;
import dev.box.cli.verb.LabDownVerb;
import dev.box.cli.verb.LabExecVerb;
import dev.box.cli.verb.LabLogsVerb;
import dev.box.cli.verb.LabStatusVerb;
import dev.box.cli.verb.LabUpVerb;

/** The entries of the table for measuring the boundary, and for the world in which that is safe. */
final class ProofCommands {

    private ProofCommands() {}

    static Command lab() {
        return Command.of(
                        "lab", Group.PROOF, Tier.ROOT, "the sealed world: a real host in namespaces, for trying things")
                .family("up", "status", "exec", "logs", "down");
    }

    static Command labUp() {
        return lab("up", "make the lab, or bring up what is missing of it")
                .value("hosts", "n", "how many hosts (default: 1)")
                .flag("bare", "hosts without Incus")
                .flag("yes", "install what this machine lacks for a lab")
                .example("sudo box lab up", "one Debian 13 host in a world of its own")
                .runs(new LabUpVerb());
    }

    static Command labStatus() {
        return lab("status", "what of the lab is up")
                .json()
                .example("sudo box lab status --json", "for a program (schema box.lab-status/1)")
                .runs(new LabStatusVerb());
    }

    static Command labExec() {
        return lab("exec", "run a command in a lab host, as root")
                .optional("host")
                .rest("command")
                .status("n whatever the command ended with")
                .example("sudo box lab exec -- box new a", "use box in there as on any machine")
                .example("sudo box lab exec -- bash", "a shell on the first host")
                .runs(new LabExecVerb());
    }

    static Command labLogs() {
        return lab("logs", "what a lab host's journal says")
                .optional("host")
                .example("sudo box lab logs", "the first host's")
                .runs(new LabLogsVerb());
    }

    static Command labDown() {
        return lab("down", "end the lab and check that nothing of it is left")
                .example("sudo box lab down", "caches stay for the next 'box lab up'")
                .runs(new LabDownVerb());
    }

    private static Command lab(String name, String summary) {
        return Command.of("lab " + name, Group.PROOF, Tier.ROOT, summary)
                .value("name", "lab", "which lab, if there are several");
    }
}
