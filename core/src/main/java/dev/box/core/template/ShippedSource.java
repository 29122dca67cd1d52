package dev.box.core.template;

import dev.box.core.failure.BoxFailure;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The templates inside box's own jar: nothing to install, and they cannot be out of step with the code. A jar cannot be
 * listed cheaply, so the file {@code index} names them; a test holds it to the directories.
 */
final class ShippedSource implements TemplateSource {

    private static final String INDEX = "shipped/index";

    @Override
    public Template.Origin origin() {
        return Template.Origin.SHIPPED;
    }

    @Override
    public SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>();
        for (String line : resource(INDEX).orElse("").split("\n", -1)) {
            if (!line.isEmpty()) {
                names.add(line);
            }
        }
        return names;
    }

    @Override
    public Optional<String> file(String template, String file) {
        return resource("shipped/" + template + "/" + file);
    }

    @Override
    public String describe(String template, String file) {
        return "shipped template " + template + ", file " + file;
    }

    private static Optional<String> resource(String path) {
        try (InputStream in = ShippedSource.class.getResourceAsStream(path)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new BoxFailure.Failed("reading " + path + " of box itself", String.valueOf(e), "reinstall box", e);
        }
    }
}
