package dev.box.cli;

import dev.box.cli.command.Command;
import dev.box.cli.command.Group;
import dev.box.cli.command.Tier;
import dev.box.cli.verb.DrillVerb;
import dev.box.cli.verb.LabDownVerb;
import dev.box.cli.verb.LabExecVerb;
import dev.box.cli.verb.LabLogsVerb;
import dev.box.cli.verb.LabRebootVerb;
import dev.box.cli.verb.LabStatusVerb;
import dev.box.cli.verb.LabUpVerb;

/** The entries of the table for measuring the boundary, and for the world in which that is safe. */
final class ProofCommands {

    private ProofCommands() {}

    static Command drill() {
        return Command.of("drill", Group.PROOF, Tier.ROOT, "measure the isolation from inside real boxes")
                .describe("""
                        Makes boxes, has them try what must not work, looks on the other side for what arrived, and
                        shows for each measurement that it could have failed. --lab does so in a sealed world on
                        this machine and touches nothing of it, but for installing the Debian packages that a
                        lab needs; --host does so on this machine, which must be set up, and asks first.
                        """)
                .flag("lab", "in the sealed lab, which is made if need be and stays up afterwards")
                .flag("host", "on this machine")
                .value("name", "lab", "which lab, if there are several")
                .flag("yes", "do not ask before --host")
                .value("boxes", "n", "how many boxes to make (default: 3; with --mutate 2)")
                .value(
                        "phases",
                        "phases",
                        "only these, e.g. isolation,doors (default: all that may run there; --list names them)")
                .flag("keep", "leave the drill's boxes for inspection")
                .value("cell", "cell", "only these measurements, e.g. A3 or A3.tcp.sibling; may be repeated")
                .flag("mutate", "in the lab: also break each layer in turn, and demand that the drill shows it")
                .value("mutation", "mutation", "the same with only this one, e.g. bridge-drop; may be repeated")
                .flag("list", "print every measurement and mutation, make none")
                .flag("dry-run", "print what would be done")
                .value(
                        "format",
                        "formats",
                        "print text, json, junit, tap or html, or several: text,json (default: text)")
                .flag("verbose", "text with one line for every measurement; otherwise what is green is counted")
                .value("report", "directory", "also write all five formats there; open its report.html in a browser")
                .value(
                        "baseline",
                        "file",
                        "the report.json of an earlier run: say what changed since; never in the exit status")
                .flag("history", "print this machine's earlier runs, make none")
                .status("3 could not judge: the baseline was broken, so nothing may be concluded")
                .example("sudo box drill --lab", "the first look; needs root, no network")
                .example("sudo box drill --host --yes --format json", "this host, for a program")
                .example("sudo box drill --lab --mutate", "show that the drill would notice")
                .example("sudo box drill --lab --report /tmp/drill", "and then open /tmp/drill/report.html")
                .runs(new DrillVerb());
    }

    static Command lab() {
        return Command.of("lab", Group.PROOF, Tier.ROOT, "the sealed world: a real host in namespaces, to try things")
                .family("up", "status", "exec", "reboot", "logs", "down");
    }

    static Command labUp() {
        return lab("up", "make the lab, or bring up what is missing of it")
                .value("hosts", "n", "how many hosts (default: 1)")
                .value("machine", "namespaces|emulated", "emulated: Debian's own kernel, slow")
                .flag("vm", "emulated hosts with what virtual machines need")
                .flag("bare", "hosts without Incus")
                .value("debian", "13|12", "what new hosts run: 13 (default), or 12 without Incus")
                .flag("yes", "install what this machine lacks for a lab")
                .value("bind", "directory", "let the hosts use it, at the same path; may be repeated")
                .value("packages", "names", "what new hosts can install beside Incus, e.g. ufw,docker.io")
                .flag("mirrors", "package mirrors in its internet, which most templates install from")
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

    static Command labReboot() {
        return lab("reboot", "shut a lab host down and boot it again")
                .optional("host")
                .example("sudo box lab reboot", "the first host; its disk stays")
                .runs(new LabRebootVerb());
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
