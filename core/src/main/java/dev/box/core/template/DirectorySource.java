package dev.box.core.template;

import dev.box.core.failure.BoxFailure;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Templates as subdirectories of a directory, which need not exist. */
record DirectorySource(Template.Origin origin, Path directory) implements TemplateSource {

    @Override
    public SortedSet<String> names() {
        SortedSet<String> names = new TreeSet<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            for (Path entry : entries) {
                String name = String.valueOf(entry.getFileName());
                if (Templates.isName(name) && Files.isRegularFile(entry.resolve(TemplateReader.BOX_ENV))) {
                    names.add(name);
                }
            }
        } catch (NoSuchFileException | NotDirectoryException e) {
            // most users and hosts have no templates of their own
        } catch (IOException e) {
            throw unreadable(directory, e);
        }
        return names;
    }

    @Override
    public Optional<String> file(String template, String file) {
        Path path = directory.resolve(template).resolve(file);
        try {
            return Optional.of(Files.readString(path));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw unreadable(path, e);
        }
    }

    @Override
    public String describe(String template, String file) {
        return directory.resolve(template).resolve(file).toString();
    }

    private static BoxFailure.Failed unreadable(Path path, IOException e) {
        return new BoxFailure.Failed("reading " + path, String.valueOf(e), "make it readable, UTF-8 text", e);
    }
}
