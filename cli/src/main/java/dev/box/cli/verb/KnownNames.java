package dev.box.cli.verb;

import dev.box.cli.command.Completes;
import dev.box.cli.command.Completion;
import dev.box.cli.command.Completion.Word;
import dev.box.core.box.Box;
import dev.box.core.box.Boxes;
import dev.box.core.box.Checkpoints;
import dev.box.core.door.Door;
import dev.box.core.door.Doors;
import dev.box.core.failure.BoxFailure;
import dev.box.core.host.Host;
import dev.box.core.host.HostStack;
import dev.box.core.image.BaseImages;
import dev.box.core.remote.Remotes;
import dev.box.core.settings.Setting;
import dev.box.core.settings.Settings;
import dev.box.core.template.Templates;
import dev.box.core.text.Untrusted;
import dev.box.incus.Deadline;
import dev.box.incus.Incus;
import dev.box.incus.IncusException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** What there is to complete: boxes, snapshots, templates and so on. Whoever waits for a Tab is told soon or not at all. */
public final class KnownNames implements Completion.Names {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Settings settings;

    public KnownNames(Settings settings) {
        this.settings = settings;
    }

    @Override
    public List<Word> of(Completes kind, String typed, List<String> before) {
        try {
            return switch (kind) {
                case BOX -> boxes("");
                case PLACE -> typed.indexOf('/') >= 0 || typed.indexOf(':') >= 0 ? List.of() : boxes(":");
                case SOURCE -> typed.indexOf('/') < 0 ? boxes("") : copies(typed.substring(0, typed.indexOf('/')));
                case SNAPSHOT -> snapshots(before.getFirst(), "");
                case TEMPLATE -> templates();
                case IMAGE -> images();
                case LAB -> labs();
                case ACCOUNT -> accounts();
                case DOOR -> before.isEmpty() ? List.of() : doors(before.getFirst());
                case PHASES -> DrillList.phases(typed);
                case CELL -> DrillList.cells(typed);
                case MUTATION -> DrillList.mutations();
                case REMOTE ->
                    Remotes.read(settings.environment()).names().stream()
                            .map(name -> word(name, ""))
                            .toList();
                default -> List.of();
            };
        } catch (IncusException | BoxFailure | IOException e) {
            return List.of();
        }
    }

    private List<Word> boxes(String suffix) {
        List<Word> words = new ArrayList<>();
        for (Box box : asked(incus -> new Boxes(incus, settings).all(Deadline.after(PATIENCE)))) {
            words.add(new Word(box.name() + suffix, box.state().word()));
        }
        return words;
    }

    private List<Word> copies(String box) {
        return snapshots(box, box + "/");
    }

    private List<Word> snapshots(String box, String prefix) {
        List<Word> words = new ArrayList<>();
        for (String label : asked(
                incus -> new Checkpoints(incus, new Boxes(incus, settings)).labels(box, Deadline.after(PATIENCE)))) {
            words.add(word(prefix + label, ""));
        }
        return words;
    }

    private List<Word> doors(String box) {
        List<Word> words = new ArrayList<>();
        HostStack stack = new HostStack(Host.local(settings));
        for (Door door : asked(
                incus -> new Doors(incus, new Boxes(incus, settings), stack).list(box, Deadline.after(PATIENCE)))) {
            words.add(new Word(Integer.toString(door.port()), "from " + Door.ADDRESS + ":" + door.hostPort()));
        }
        return words;
    }

    private List<Word> templates() {
        return Templates.of(settings).list().stream()
                .filter(template -> template.fault().isEmpty())
                .map(template -> word(template.name(), template.description()))
                .toList();
    }

    private List<Word> images() {
        List<Word> words = new ArrayList<>();
        asked(incus -> new BaseImages(incus, settings).list(Deadline.after(PATIENCE)))
                .forEach(image -> image.aliases()
                        .forEach(alias ->
                                words.add(word(alias.name(), image.properties().getOrDefault("description", "")))));
        return words;
    }

    private List<Word> labs() throws IOException {
        try (Stream<Path> labs = Files.list(Path.of(settings.get(Setting.BOX_LAB_DIR), "labs"))) {
            return labs.map(lab -> word(lab.getFileName().toString(), "")).toList();
        }
    }

    /** People, not services. */
    private List<Word> accounts() throws IOException {
        List<Word> words = new ArrayList<>();
        for (String line : Files.readAllLines(Path.of("/etc/passwd"))) {
            String[] fields = line.split(":", -1);
            if (fields.length > 4 && fields[2].matches("[1-5]?[0-9]{4}") && !fields[0].equals("nobody")) {
                words.add(word(fields[0], fields[4].replaceAll(",.*", "")));
            }
        }
        return words;
    }

    private static Word word(String text, String what) {
        return new Word(Untrusted.line(text), Untrusted.line(what));
    }

    private <T> T asked(Function<Incus, T> question) {
        try (Incus incus = Daemon.connect(settings)) {
            return question.apply(incus);
        }
    }
}
