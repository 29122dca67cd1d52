package dev.box.cli.verb;

import dev.box.cli.command.Arguments;
import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.report.Document;
import dev.box.cli.report.DoorsReport;
import dev.box.cli.terminal.Table;
import dev.box.core.box.BoxName;
import dev.box.core.box.Boxes;
import dev.box.core.door.Door;
import dev.box.core.door.Doors;
import dev.box.core.door.Ports;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.util.List;

/** {@code box expose}. */
public final class ExposeVerb implements Handler {

    @Override
    public int run(Invocation call) {
        Arguments arguments = call.arguments();
        boolean list = arguments.has("list");
        boolean remove = arguments.has("remove");
        int places = arguments.positionals().size();
        boolean open = !list && !remove;
        if (list && remove || list && places > 1 || remove && places != 1 || open && (places < 2 || call.json())) {
            throw new BoxFailure.Refused(
                    "reading the command line",
                    "it is one of: <box> <port> [<host-port>], [<box>] --list [--json], <box> --remove <port>",
                    "box expose --help");
        }
        try (Incus incus = Daemon.connect(call.settings())) {
            Boxes boxes = new Boxes(incus, call.settings());
            Doors doors = new Doors(incus, boxes, new HostStack(Host.local(call.settings())));
            Deadline deadline = call.deadline(list ? Limits.QUICK : Limits.POWER);
            if (list) {
                print(call, places == 0 ? doors.list(deadline) : doors.list(arguments.first(), deadline));
            } else if (remove) {
                close(call, doors, deadline);
            } else {
                open(call, doors, deadline);
            }
        }
        return ExitStatus.DONE;
    }

    private static void open(Invocation call, Doors doors, Deadline deadline) {
        String name = BoxName.of(call.arguments().first()).value();
        String asked = call.arguments().positional(1, "");
        int port = Ports.parse(asked, "port");
        int hostPort = Ports.parse(call.arguments().positional(2, asked), "host port");
        Doors.Opened opened = doors.open(name, port, hostPort, call.progress(), deadline);
        call.terminal().out(line(opened.door()));
        if (!opened.answered()) {
            call.progress()
                    .note("nothing listens on port " + port + " inside yet (or only on the box's own 127.0.0.1: let it"
                            + " listen on 0.0.0.0)");
        }
    }

    private static void close(Invocation call, Doors doors, Deadline deadline) {
        int port = Ports.parse(call.arguments().value("remove", ""), "port");
        Door door = doors.close(call.arguments().first(), port, call.progress(), deadline);
        call.terminal().out("closed: " + line(door));
    }

    private static void print(Invocation call, List<Door> doors) {
        if (call.json()) {
            call.terminal().rendered(Document.of(DoorsReport.of(doors), DoorsReport.class));
        } else if (doors.isEmpty()) {
            call.terminal().err("no doors — open one with: sudo box expose work 3000");
        } else {
            Table table = new Table("HOST", "BOX", "PORT");
            for (Door door : doors) {
                table.row(Door.ADDRESS + ":" + door.hostPort(), door.box(), Integer.toString(door.port()));
            }
            call.terminal().out(table.toString());
        }
    }

    private static String line(Door door) {
        return Door.ADDRESS + ":" + door.hostPort() + " -> " + door.box() + ":" + door.port();
    }
}
