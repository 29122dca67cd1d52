package dev.box.drill.trial;

import dev.box.core.box.Boxes;
import dev.box.core.door.Doors;
import dev.box.core.failure.BoxFailure;
import dev.box.core.progress.Progress;
import dev.box.core.wait.Poll;
import dev.box.drill.contract.Contract;
import dev.box.drill.contract.PhaseId;
import dev.box.drill.contract.TrialSpec;
import dev.box.drill.control.Check;
import dev.box.drill.mutation.Disturbance;
import dev.box.drill.phase.IsolationPhase;
import dev.box.drill.phase.Phase;
import dev.box.drill.phase.PhaseContext;
import dev.box.drill.plan.Cell;
import dev.box.drill.plan.DoorPlace;
import dev.box.drill.plan.Planner;
import dev.box.drill.plan.Situation;
import dev.box.drill.report.CellReport;
import dev.box.drill.report.ControlReport;
import dev.box.drill.report.PhaseReport;
import dev.box.incus.Deadline;
import dev.box.incus.ExecRequest;
import dev.box.incus.IncusException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Phase E: a door is opened to one box, knocked at from everywhere, used, closed, and knocked at again. */
public final class DoorsPhase implements Phase {

    static final int PORT = 7080;
    private static final Duration USING = Duration.ofSeconds(15);

    /** Serves one connection, sends back what it gets, and ends; no longer than a few seconds. */
    private static final String SERVER = """
            import socket
            s = socket.socket()
            s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            s.bind(("0.0.0.0", %d))
            s.listen()
            s.settimeout(10)
            while True:
                c, _ = s.accept()
                c.settimeout(2)
                d = c.recv(64)
                if d:
                    c.sendall(b"from the box: " + d)
                    c.close()
                    break
            """;

    private final Bench bench;

    DoorsPhase(Bench bench) {
        this.bench = bench;
    }

    @Override
    public PhaseId id() {
        return PhaseId.E;
    }

    /** The door that this phase measures. */
    public static DoorPlace place(Situation situation, boolean open) {
        return place(situation, 0, open);
    }

    private static DoorPlace place(Situation situation, int hostPort, boolean open) {
        return new DoorPlace(situation.boxes().getLast().label(), PORT, hostPort, open);
    }

    @Override
    public Result run(PhaseContext context, Deadline deadline) {
        long start = System.nanoTime();
        Disturbance disturbance = bench.disturb("doors", deadline);
        try {
            return new Result(measured(context, deadline), List.of(), List.of());
        } catch (BoxFailure.Failed | BoxFailure.Unjudged | IncusException e) {
            Check check = new Check(
                    "setting-up", "a door can be opened and closed", false, true, String.valueOf(e.getMessage()), 0);
            ControlReport red = check.report("before");
            context.listener().control(red);
            return new Result(
                    PhaseReport.of(
                            id().name(),
                            id().title(),
                            List.of(red),
                            List.of(),
                            List.of(),
                            (System.nanoTime() - start) / 1_000_000),
                    List.of(),
                    List.of());
        } finally {
            disturbance.undo(Deadline.after(Duration.ofMinutes(1)));
        }
    }

    private PhaseReport measured(PhaseContext context, Deadline deadline) {
        DoorPlace place = place(context.situation(), freePort(), true);
        String box = context.situation().box(place.box()).name();
        Doors doors = new Doors(
                context.incus(), new Boxes(context.incus(), context.host().settings()), context.stack());
        context.listener().step("opening a door to " + box);
        doors.open(box, place.port(), place.hostPort(), Progress.silent(), deadline);
        PhaseReport report = stage(context, place, deadline);
        List<CellReport> trials = new ArrayList<>();
        trial("A10.data", trials, () -> used(context, box, place, deadline));
        context.listener().step("closing the door");
        doors.close(box, place.port(), Progress.silent(), deadline);
        report = report.then(stage(context, place(context.situation(), place.hostPort(), false), deadline));
        trial("A10.after", trials, () -> Core.look(context, deadline));
        return report.then(PhaseReport.of(id().name(), id().title(), List.of(), List.of(), trials, 0));
    }

    private PhaseReport stage(PhaseContext context, DoorPlace place, Deadline deadline) {
        Situation situation = context.situation().door(place);
        List<Cell> cells =
                Planner.plan(situation).of(id()).only(context.cells()).cells();
        return IsolationPhase.measure(id(), cells, context.with(situation, context.probers()), deadline);
    }

    private void trial(String row, List<CellReport> reports, java.util.function.Supplier<Tried> trial) {
        for (TrialSpec spec : Contract.trials(id())) {
            if (spec.id().equals(row) && TrialPhase.asked(spec, bench.context())) {
                bench.context().listener().step(row + ": " + spec.how());
                reports.add(TrialPhase.report(spec, TrialPhase.tried(_ -> trial.get(), Deadline.after(USING))));
                bench.context().listener().cell(reports.getLast());
            }
        }
    }

    /** What a user has a door for: a server in the box answers a client on the host. */
    private static Tried used(PhaseContext context, String box, DoorPlace place, Deadline deadline) {
        Deadline limit = deadline.within(USING);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var serving = threads.submit(() -> context.incus()
                    .instances()
                    .exec(
                            box,
                            ExecRequest.of(
                                    "timeout", "-s", "KILL", "12", "python3", "-c", SERVER.formatted(place.port())),
                            limit));
            Optional<String> answer = Poll.until("waiting for the box's answer", limit, () -> knock(place.hostPort()));
            serving.cancel(answer.isEmpty());
            return answer.isPresent()
                    ? Tried.holds("127.0.0.1:" + place.hostPort() + " answered '" + answer.get() + "'")
                    : Tried.broken("no answer came through", "127.0.0.1:" + place.hostPort() + " stayed silent");
        }
    }

    static Optional<String> knock(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port), 1000);
            socket.setSoTimeout(1500);
            socket.getOutputStream().write("hello\n".getBytes(StandardCharsets.US_ASCII));
            byte[] data = new byte[64];
            int size = socket.getInputStream().read(data);
            String text = size <= 0 ? "" : new String(data, 0, size, StandardCharsets.US_ASCII).strip();
            return text.startsWith("from the box: hello") ? Optional.of(text) : Optional.empty();
        } catch (IOException notYet) {
            return Optional.empty();
        }
    }

    /** One that is free now; whoever takes it meanwhile makes the door refuse to open, and says so. */
    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new BoxFailure.Unjudged("finding a free port of the host", String.valueOf(e.getMessage()), "");
        }
    }
}
