package dev.box.cli.verb;

import dev.box.cli.command.Completes;
import dev.box.cli.command.Completion;
import dev.box.cli.command.Completion.Word;
import dev.box.core.failure.BoxFailure;
import dev.box.core.remote.Remotes;
import dev.box.core.settings.Setting;
import dev.box.core.settings.Settings;
import dev.box.core.template.Templates;
import dev.box.core.text.Untrusted;
import dev.box.incus.IncusException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What there is to complete: boxes, snapshots, templates and so on. Whoever waits for a Tab is told soon or not at all. */
public final class KnownNames implements Completion.Names {

    private final Settings settings;
    private final DaemonNames daemon;

    public KnownNames(Settings settings) {
        this.settings = settings;
        this.daemon = new DaemonNames(settings);
    }

    @Override
    public List<Word> of(Completes kind, String typed, List<String> before) {
        try {
            return switch (kind) {
                case BOX -> daemon.boxes("");
                case PLACE -> typed.indexOf('/') >= 0 || typed.indexOf(':') >= 0 ? List.of() : daemon.boxes(":");
                case SOURCE -> {
                    int slash = typed.indexOf('/');
                    yield slash < 0
                            ? daemon.boxes("")
                            : daemon.snapshots(typed.substring(0, slash), typed.substring(0, slash + 1));
                }
                case SNAPSHOT -> daemon.snapshots(before.getFirst(), "");
                case TEMPLATE -> templates();
                case IMAGE -> daemon.images();
                case LAB -> labs();
                case ACCOUNT -> accounts();
                case DOOR -> before.isEmpty() ? List.of() : daemon.doors(before.getFirst());
                case PHASES, CELL, MUTATION -> DrillList.words(kind, typed);
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

    private List<Word> templates() {
        return Templates.of(settings).list().stream()
                .filter(template -> template.fault().isEmpty())
                .map(template -> word(template.name(), template.description()))
                .toList();
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

    static Word word(String text, String what) {
        return new Word(Untrusted.line(text), Untrusted.line(what));
    }
}
