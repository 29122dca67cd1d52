package dev.box.core.template;

import dev.box.core.failure.BoxFailure;
import dev.box.core.settings.Settings;
import dev.box.core.text.Untrusted;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What can be minted here: the user's templates over the host's over the shipped ones; the first that holds a name wins. */
public final class Templates {

    private static final String HOST_DIRECTORY = "/etc/box/templates";

    /** Names of box's predecessor, with what they are called now. */
    private static final Map<String, String> SUCCESSORS =
            Map.of("claude-box", "claude", "codex-box", "codex", "staging-box", "server");

    private final List<TemplateSource> sources;

    private Templates(List<TemplateSource> sources) {
        this.sources = sources;
    }

    /** The search path of this user. */
    public static Templates of(Settings settings) {
        return searching(settings.userDirectory().resolve("templates"), Path.of(HOST_DIRECTORY));
    }

    /** Those that are part of box, whatever the user or the host has. */
    public static Templates shipped() {
        return new Templates(List.of(new ShippedSource()));
    }

    /** With these two directories before the shipped ones; neither has to exist. */
    static Templates searching(Path user, Path host) {
        return new Templates(List.of(
                new DirectorySource(Template.Origin.USER, user),
                new DirectorySource(Template.Origin.HOST, host),
                new ShippedSource()));
    }

    /**
     * One line of the listing. A template that cannot be read is listed with its fault, so that it does not vanish.
     *
     * @param description untrusted when printed
     * @param fault why it cannot be minted; empty if it can
     */
    public record Listed(String name, Template.Origin origin, String description, String fault) {}

    /** All, by name. */
    public List<Listed> list() {
        Map<String, Listed> byName = new TreeMap<>();
        for (TemplateSource source : sources) {
            for (String name : source.names()) {
                byName.computeIfAbsent(name, n -> listed(source, n));
            }
        }
        return List.copyOf(byName.values());
    }

    private static Listed listed(TemplateSource source, String name) {
        try {
            return new Listed(name, source.origin(), read(source, name).description(), "");
        } catch (BoxFailure e) {
            return new Listed(name, source.origin(), "", e.answered());
        }
    }

    /** The template of that name. Throws {@link BoxFailure.Refused} if there is none or if it is not well-formed. */
    public Template find(String name) {
        if (isName(name)) {
            for (TemplateSource source : sources) {
                if (source.names().contains(name)) {
                    return read(source, name);
                }
            }
        }
        List<String> names = new ArrayList<>();
        list().forEach(listed -> names.add(listed.name()));
        throw new BoxFailure.Refused(
                "finding template '" + Untrusted.line(name) + "'",
                "no such template; there is: " + String.join(" ", names),
                "box templates");
    }

    /** What a name of box's predecessor is called now; the name itself if it is none, or if somebody has a template of it. */
    public String current(String name) {
        boolean taken = isName(name)
                && sources.stream().anyMatch(source -> source.names().contains(name));
        return taken ? name : SUCCESSORS.getOrDefault(name, name);
    }

    /** The login hint of that template as it is now; empty if there is none any more. */
    public String loginHint(String name) {
        return list().stream()
                        .anyMatch(listed ->
                                listed.name().equals(name) && listed.fault().isEmpty())
                ? find(name).loginHint()
                : "";
    }

    /**
     * The content of a template's files, origin and name left out: whatever changes what a mint of it would do changes
     * this.
     *
     * @return file names and contents, in a fixed order and unambiguous
     */
    public String content(String name) {
        Template.Origin origin = find(name).origin();
        StringBuilder content = new StringBuilder();
        for (TemplateSource source : sources) {
            if (source.origin() == origin) {
                for (String file : TemplateReader.FILES) {
                    String text = source.file(name, file).orElse("");
                    content.append(file)
                            .append(' ')
                            .append(text.length())
                            .append('\n')
                            .append(text)
                            .append('\n');
                }
            }
        }
        return content.toString();
    }

    /** A template's name is a directory's: nothing in it may lead elsewhere. */
    static boolean isName(String name) {
        if (name.isEmpty() || name.length() > 63 || name.charAt(0) == '-') {
            return false;
        }
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (!(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_')) {
                return false;
            }
        }
        return true;
    }

    private static Template read(TemplateSource source, String name) {
        return TemplateReader.read(source, name);
    }
}
