package dev.box.core.template;

import java.util.Optional;
import java.util.SortedSet;

/** One place where templates lie. */
sealed interface TemplateSource permits DirectorySource, ShippedSource {

    Template.Origin origin();

    /** Names of the templates here; those whose directory has no {@code box.env} are none. */
    SortedSet<String> names();

    /** A template's file as UTF-8 text; empty if it has none of that name. Throws a failure if it cannot be read. */
    Optional<String> file(String template, String file);

    /** Where that file is or would be, for messages. */
    String describe(String template, String file);
}
