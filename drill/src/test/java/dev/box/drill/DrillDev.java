package dev.box.drill;

import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.core.host.SetupHost;
import dev.box.core.process.Subprocess;
import dev.box.core.progress.Progress;
import dev.box.core.settings.Settings;
import dev.box.drill.probe.Guest;
import dev.box.drill.report.DrillListener;
import dev.box.drill.report.*;
import dev.box.incus.*;
import dev.box.lab.world.Surroundings;
import java.nio.file.*;
import java.time.Duration;
import java.util.*;

public final class DrillDev {
    record CliGuest(String name) implements Guest {
        public void write(String path, byte[] content, Deadline deadline) {
            Subprocess.of("incus", "file", "push", "-q", "--mode", "0700", "-", name + path)
                    .stdin(new String(content, java.nio.charset.StandardCharsets.UTF_8))
                    .orFail("push", "", deadline);
        }

        public Ran run(List<String> command, Deadline deadline) {
            List<String> c = new ArrayList<>(List.of("incus", "exec", name, "--"));
            c.addAll(command);
            Subprocess.Result r = Subprocess.of(c).run(deadline);
            return new Ran(r.timedOut() ? 137 : r.exitStatus(), r.stdout(), r.stderr());
        }
    }

    public static void main(String[] args) throws Exception {
        Settings settings = Settings.fromEnvironment();
        Incus incus = Incus.connect(Endpoint.discover(System.getenv()));
        if (args[0].equals("setup")) {
            System.out.println(new SetupHost(new HostStack(Host.local(settings))).run(Progress.silent(), Deadline.seconds(300)));
            return;
        }
        Surroundings around = Surroundings.parse(Files.readString(Surroundings.FILE));
        Drill drill = new Drill(incus, settings, around, "dev");
        DrillOptions o = DrillOptions.standard();
        List<String> existing = new ArrayList<>(), cells = new ArrayList<>();
        boolean json = false;
        for (String a : args) {
            if (a.startsWith("use=")) existing.addAll(List.of(a.substring(4).split(",")));
            if (a.startsWith("cell=")) cells.add(a.substring(5));
            if (a.equals("cli")) drill.guests((i, n) -> new CliGuest(n));
            if (a.equals("json")) json = true;
            if (a.startsWith("boxes=")) o = o.boxes(Integer.parseInt(a.substring(6)));
        }
        DrillReport r = drill.run(o.existing(existing).cells(cells), new DrillListener() {
            public void step(String w) { System.err.println("* " + w); }
            public void note(String w) { System.err.println("! " + w); }
            public void heartbeat(String w, Duration d) { System.err.println("  … " + w + " " + d.toSeconds() + " s"); }
        }, Deadline.seconds(400));
        System.out.print(json ? JsonReport.render(r) : TextReport.render(r, TextReport.Palette.plain()));
        System.exit(r.exitStatus());
    }
}
