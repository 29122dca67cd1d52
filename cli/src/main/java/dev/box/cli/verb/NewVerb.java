package dev.box.cli.verb;

import dev.box.cli.command.Arguments;
import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.report.Document;
import dev.box.cli.report.NewReport;
import dev.box.core.box.BoxName;
import dev.box.core.box.Lifetime;
import dev.box.core.failure.BoxFailure;
import dev.box.core.mint.Clone;
import dev.box.core.mint.CloneRequest;
import dev.box.core.mint.Mint;
import dev.box.core.mint.MintRequest;
import dev.box.core.mint.Minted;
import dev.box.core.mint.Mode;
import dev.box.core.template.Resources;
import dev.box.core.template.Templates;
import dev.box.incus.Incus;
import java.util.List;
import java.util.function.Function;

/** {@code box new}. */
public final class NewVerb implements Handler {

    /** What a clone has from its source, so that asking for it would change nothing. */
    private static final List<String> NOT_WITH_FROM =
            List.of("template", "cpu", "memory", "disk", "vm", "container", "no-cache");

    @Override
    public int run(Invocation call) {
        Function<Incus, Minted> work = call.arguments().has("from") ? clone(call) : mint(call);
        Minted box;
        try (Incus incus = Daemon.connect(call)) {
            box = work.apply(incus);
        }
        if (call.json()) {
            call.terminal().rendered(Document.of(NewReport.of(box), NewReport.class));
            return ExitStatus.DONE;
        }
        call.terminal()
                .out(box.name() + " is ready: " + box.address() + " ("
                        + box.mode().word() + ", user " + box.user() + ")");
        if (!call.quiet()) {
            call.terminal().err("  log in:  box shell " + box.name());
            if (!box.loginHint().isEmpty()) {
                call.terminal().err("  " + box.loginHint());
            }
        }
        return ExitStatus.DONE;
    }

    private static Function<Incus, Minted> mint(Invocation call) {
        Arguments arguments = call.arguments();
        MintRequest request = new MintRequest(
                BoxName.of(name(arguments)),
                arguments.value("template", MintRequest.DEFAULT_TEMPLATE),
                mode(arguments),
                new Resources(arguments.value("cpu", ""), arguments.value("memory", ""), arguments.value("disk", ""))
                        .checked(),
                arguments.has("no-cache"),
                expires(arguments));
        return incus -> new Mint(incus, call.settings(), Templates.of(call.settings()), Version.read())
                .mint(request, call.progress(), call.deadline(Limits.MINT));
    }

    private static Function<Incus, Minted> clone(Invocation call) {
        Arguments arguments = call.arguments();
        for (String option : NOT_WITH_FROM) {
            if (arguments.has(option)) {
                throw new BoxFailure.Refused(
                        "cloning '" + arguments.value("from", "") + "'",
                        "--" + option + " and --from exclude each other: a clone is what its source is",
                        "leave --" + option + " out");
            }
        }
        CloneRequest request =
                CloneRequest.of(BoxName.of(name(arguments)), arguments.value("from", ""), expires(arguments));
        return incus -> new Clone(incus, call.settings(), Templates.of(call.settings()), Version.read())
                .clone(request, call.progress(), call.deadline(Limits.MINT));
    }

    private static String expires(Arguments arguments) {
        return arguments.has("ttl") ? Lifetime.endOf(Lifetime.parse(arguments.value("ttl", ""))) : "";
    }

    private static String name(Arguments arguments) {
        String place = arguments.positional(0, "");
        String option = arguments.value("name", "");
        if (place.isEmpty() == option.isEmpty()) {
            String why = place.isEmpty()
                    ? "the box needs a name"
                    : "the box has two names, '" + place + "' and '" + option + "'";
            throw new BoxFailure.Refused("naming the box", why, "give one, e.g.: box new work");
        }
        return place + option;
    }

    private static Mode mode(Arguments arguments) {
        boolean vm = arguments.has("vm");
        boolean container = arguments.has("container");
        if (vm && container) {
            throw new BoxFailure.Refused(
                    "choosing the type", "--vm and --container exclude each other", "give one or none");
        }
        return vm ? Mode.VM : container ? Mode.CONTAINER : Mode.AUTO;
    }
}
