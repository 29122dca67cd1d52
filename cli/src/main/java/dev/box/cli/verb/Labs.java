package dev.box.cli.verb;

import dev.box.cli.command.Invocation;
import dev.box.core.failure.BoxFailure;
import dev.box.lab.Lab;
import dev.box.lab.LabOptions;
import dev.box.lab.MachineKind;
import dev.box.lab.artifact.HostRelease;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which lab is meant, and which host in it. */
final class Labs {

    /** The first host, which is there in every lab. */
    static final String FIRST = "host1";

    private Labs() {}

    static Lab of(Invocation call) {
        String name = call.arguments().value("name", "");
        return Lab.of(call.settings(), name.isEmpty() ? Optional.empty() : Optional.of(name));
    }

    /** What was asked of {@code lab up}. */
    static LabOptions options(Invocation call) {
        return new LabOptions(
                hosts(call.arguments().value("hosts", "1")),
                HostRelease.of(call.arguments().value("debian", "13")),
                machine(call),
                call.arguments().has("bare"),
                call.arguments().has("yes"),
                shared(call.arguments().values("bind")),
                packages(call.arguments().value("packages", "")),
                call.arguments().has("mirrors"));
    }

    private static MachineKind machine(Invocation call) {
        MachineKind kind = MachineKind.of(call.arguments().value("machine", MachineKind.NAMESPACES.toString()));
        return call.arguments().has("vm") ? kind.withVms() : kind;
    }

    private static List<String> packages(String list) {
        return list.isEmpty() ? List.of() : List.of(list.split(",", -1));
    }

    private static List<Path> shared(List<String> directories) {
        List<Path> paths = new ArrayList<>();
        for (String directory : directories) {
            paths.add(Path.of(directory).toAbsolutePath().normalize());
        }
        return paths;
    }

    private static int hosts(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new BoxFailure.Refused(
                    "reading the number of hosts", "'" + text + "' is no number", "for example --hosts 2");
        }
    }
}
