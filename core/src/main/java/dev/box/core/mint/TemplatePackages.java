package dev.box.core.mint;

import dev.box.core.template.Templates;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What the shipped templates install, read from their scripts: for whoever fills a mirror with it.
 *
 * @param debian names of packages, sorted
 * @param npm names of packages, or {@code name@version}, sorted
 */
public record TemplatePackages(List<String> debian, List<String> npm) {

    private static final Pattern DEBIAN = Pattern.compile("(?m)^install_packages (.+)$");
    private static final Pattern NPM = Pattern.compile("(?m)^install_npm (.+)$");

    /** The library's own npm, which npm's commands are installed by. */
    private static final Pattern NPM_ITSELF = Pattern.compile("(?m)^NPM=([^+]+)\\+");

    public static TemplatePackages ofShipped() {
        TreeSet<String> debian = new TreeSet<>();
        TreeSet<String> npm = new TreeSet<>();
        Templates shipped = Templates.shipped();
        for (Templates.Listed listed : shipped.list()) {
            String script = shipped.find(listed.name()).provision().orElse("");
            debian.addAll(words(DEBIAN, script));
            npm.addAll(words(NPM, script));
        }
        words(NPM_ITSELF, Provisioning.library()).forEach(version -> npm.add("npm@" + version));
        return new TemplatePackages(List.copyOf(debian), List.copyOf(npm));
    }

    private static List<String> words(Pattern pattern, String text) {
        List<String> words = new ArrayList<>();
        for (MatchResult match : pattern.matcher(text).results().toList()) {
            words.addAll(List.of(match.group(1).strip().split(" +", -1)));
        }
        return words;
    }
}
