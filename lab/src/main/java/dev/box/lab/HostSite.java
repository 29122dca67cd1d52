package dev.box.lab;

import dev.box.core.failure.BoxFailure;
import dev.box.core.process.Subprocess;
import dev.box.core.settings.Setting;
import dev.box.lab.artifact.Artifacts;
import dev.box.lab.world.Surroundings;
import dev.box.lab.world.World;
import dev.box.lab.world.WorldPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where one host of a lab lives.
 *
 * @param number from 1
 */
record HostSite(LabSite lab, int number) {

    static final String PREFIX = "host";

    private static final String PATIENCE = "patience";

    /** Repository, images and box itself come first among what a host sees of the machine; shared directories follow. */
    private static final int OWN_BINDS = 3;

    String name() {
        return PREFIX + number;
    }

    /** On the lab's LAN, dotted IPv4. */
    String address() {
        return WorldPlan.hostAddress(number);
    }

    String namespace() {
        return lab.name().part(name());
    }

    Path directory() {
        return lab.hostDirectory(name());
    }

    Path console() {
        return directory().resolve("console");
    }

    World world() {
        return new World(lab.name(), lab.worldDirectory(), lab.cgroups());
    }

    /** The files of its {@code /etc/box}, by name. */
    Map<String, String> settings() {
        Map<String, String> files = new LinkedHashMap<>(world().boxConf());
        files.put(
                Surroundings.FILE.getFileName().toString(),
                WorldPlan.surroundings().toJson());
        return files;
    }

    /** Writes down which directories of the machine it sees: repository, images, box, then the shared ones. */
    void bind(Artifacts.Ready artifacts, List<Path> shared) throws IOException {
        List<Path> binds =
                new ArrayList<>(List.of(artifacts.repository(), artifacts.images(), new Product(lab).directory()));
        binds.addAll(shared);
        Files.write(
                directory().resolve("binds"), binds.stream().map(Path::toString).toList());
    }

    /** What {@link #bind} wrote down. */
    List<String> binds() {
        try {
            return Files.readAllLines(directory().resolve("binds"));
        } catch (IOException e) {
            throw new BoxFailure.Failed(
                    "booting " + name(),
                    String.valueOf(e.getMessage()),
                    lab.name().command("down"),
                    e);
        }
    }

    /** The shared ones of them. */
    List<String> shared() {
        List<String> binds = binds();
        return binds.subList(OWN_BINDS, binds.size());
    }

    /** The variables of a clean environment for root, for {@code env -i}. */
    List<String> environment() {
        String terminal = System.getenv("TERM");
        return List.of(
                "HOME=/root",
                "USER=root",
                "LANG=C.UTF-8",
                "TERM=" + (terminal == null ? "dumb" : terminal),
                Setting.BOX_PATIENCE + "=" + patience(),
                "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    }

    /** How many times slower than this machine it was found to be when it booted; 1 if it is this machine's own kernel. */
    int patience() {
        try {
            return Integer.parseInt(
                    Files.readString(directory().resolve(PATIENCE)).strip());
        } catch (IOException | NumberFormatException e) {
            return 1;
        }
    }

    void rememberPatience(int factor) throws IOException {
        Files.writeString(directory().resolve(PATIENCE), factor + "\n");
    }

    /** In messages a command is called by what runs in the host, not by the way there. */
    static Subprocess shown(List<String> command, List<String> argv) {
        return Subprocess.of(command).shownAs(String.join(" ", argv));
    }
}
