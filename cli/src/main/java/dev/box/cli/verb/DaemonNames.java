package dev.box.cli.verb;

import dev.box.cli.command.Completion.Word;
import dev.box.core.box.Box;
import dev.box.core.box.Boxes;
import dev.box.core.box.Checkpoints;
import dev.box.core.door.Door;
import dev.box.core.door.Doors;
import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.core.image.BaseImages;
import dev.box.core.settings.Settings;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** What the daemon has to complete; throws whatever keeps it from answering. */
final class DaemonNames {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Settings settings;

    DaemonNames(Settings settings) {
        this.settings = settings;
    }

    List<Word> boxes(String suffix) {
        List<Word> words = new ArrayList<>();
        for (Box box : asked(incus -> new Boxes(incus, settings).all(Deadline.after(PATIENCE)))) {
            words.add(new Word(box.name() + suffix, box.state().word()));
        }
        return words;
    }

    List<Word> snapshots(String box, String prefix) {
        List<Word> words = new ArrayList<>();
        for (String label : asked(
                incus -> new Checkpoints(incus, new Boxes(incus, settings)).labels(box, Deadline.after(PATIENCE)))) {
            words.add(KnownNames.word(prefix + label, ""));
        }
        return words;
    }

    List<Word> doors(String box) {
        List<Word> words = new ArrayList<>();
        HostStack stack = new HostStack(Host.local(settings));
        for (Door door : asked(
                incus -> new Doors(incus, new Boxes(incus, settings), stack).list(box, Deadline.after(PATIENCE)))) {
            words.add(new Word(Integer.toString(door.port()), "from " + Door.ADDRESS + ":" + door.hostPort()));
        }
        return words;
    }

    List<Word> images() {
        List<Word> words = new ArrayList<>();
        asked(incus -> new BaseImages(incus, settings).list(Deadline.after(PATIENCE)))
                .forEach(image -> image.aliases()
                        .forEach(alias -> words.add(
                                KnownNames.word(alias.name(), image.properties().getOrDefault("description", "")))));
        return words;
    }

    private <T> T asked(Function<Incus, T> question) {
        try (Incus incus = Daemon.connect(settings)) {
            return question.apply(incus);
        }
    }
}
