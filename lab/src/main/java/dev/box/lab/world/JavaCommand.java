package dev.box.lab.world;

import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import io.avaje.json.JsonReader;
import io.avaje.jsonb.Jsonb;
import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The command that runs another main class of this build on the runtime that this process itself runs on. */
final class JavaCommand {

    /** One class of each part that the world's servers need: whatever it was loaded from goes on the class path. */
    private static final List<Class<?>> NEEDED =
            List.of(WorldServer.class, Untrusted.class, Deadline.class, Jsonb.class, JsonReader.class);

    private JavaCommand() {}

    /**
     * Small on purpose: such a process stays as long as the lab does.
     *
     * @param kept where a file of this build is that stays there as long
     */
    static List<String> of(Class<?> main, UnaryOperator<Path> kept) {
        return List.of(
                kept.apply(Path.of(System.getProperty("java.home"), "bin", "java"))
                        .toString(),
                "-Xmx32m",
                "-Xss256k",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                classPath(kept),
                main.getName());
    }

    private static String classPath(UnaryOperator<Path> kept) {
        Set<String> locations = new LinkedHashSet<>();
        for (Class<?> type : NEEDED) {
            CodeSource source = type.getProtectionDomain().getCodeSource();
            if (source == null || source.getLocation() == null) {
                return System.getProperty("java.class.path");
            }
            Path location = Path.of(URI.create(source.getLocation().toString()));
            locations.add(kept.apply(location).toString());
        }
        return String.join(File.pathSeparator, locations);
    }
}
