package dev.box.cli.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One verb as data. Dispatch, help and completion are rendered from it, so none of them can drift. */
public final class Command {

    /** Whether a command line of somebody else's follows {@code --}. */
    public enum Rest {
        NONE,
        REQUIRED
    }

    private final String name;
    private final Group group;
    private final Tier tier;
    private final String summary;
    private final List<String> aliases = new ArrayList<>();
    private final List<Positional> positionals = new ArrayList<>();
    private final List<Option> options = new ArrayList<>();
    private final List<Example> examples = new ArrayList<>();
    private final List<String> statuses = new ArrayList<>();
    private final List<String> children = new ArrayList<>();
    private String description = "";
    private String restName = "";
    private String surplusHint = "";
    private String notRestricted = "";
    private Rest rest = Rest.NONE;
    private boolean anywhere;
    private @Nullable Handler handler;

    private Command(String name, Group group, Tier tier, String summary) {
        this.name = name;
        this.group = group;
        this.tier = tier;
        this.summary = summary;
    }

    /** A verb; {@code name} may be two words for a verb within a family, e.g. {@code image build}. */
    public static Command of(String name, Group group, Tier tier, String summary) {
        return new Command(name, group, tier, summary);
    }

    public Command alias(String alias) {
        aliases.add(alias);
        return this;
    }

    /** Paragraphs for the verb's own help. */
    public Command describe(String text) {
        description = text;
        return this;
    }

    public Command one(String positional) {
        positionals.add(new Positional(positional, Positional.Arity.ONE));
        return this;
    }

    public Command optional(String positional) {
        positionals.add(new Positional(positional, Positional.Arity.OPTIONAL));
        return this;
    }

    public Command some(String positional) {
        positionals.add(new Positional(positional, Positional.Arity.SOME));
        return this;
    }

    public Command any(String positional) {
        positionals.add(new Positional(positional, Positional.Arity.ANY));
        return this;
    }

    /** A foreign command line after {@code --}, which is never parsed. */
    public Command rest(String what) {
        rest = Rest.REQUIRED;
        restName = what;
        return this;
    }

    /** What to say to one argument too many; {@code {}} stands for it. */
    public Command surplus(String hint) {
        surplusHint = hint;
        return this;
    }

    /** Refused to users of the restricted tier, for this reason. */
    public Command notRestricted(String reason) {
        notRestricted = reason;
        return this;
    }

    public Command flag(String option, String help) {
        options.add(Option.flag(option, help));
        return this;
    }

    public Command value(String option, String argument, String help) {
        options.add(Option.value(option, argument, help));
        return this;
    }

    /** The verb reports something, so it can do so in JSON. */
    public Command json() {
        options.add(Option.JSON);
        return this;
    }

    /** It works on a remote of the incus client as well as on this machine. */
    public Command anywhere() {
        anywhere = true;
        return this;
    }

    public Command example(String line, String purpose) {
        examples.add(new Example(line, purpose));
        return this;
    }

    /** An exit status beyond the common ones, e.g. {@code 3  could not judge}. */
    public Command status(String line) {
        statuses.add(line);
        return this;
    }

    /** Makes it a family: its verbs are two words, the second one of {@code names}. */
    public Command family(String... names) {
        children.addAll(List.of(names));
        return this;
    }

    public Command runs(Handler handler) {
        this.handler = handler;
        return this;
    }

    public String name() {
        return name;
    }

    public Group group() {
        return group;
    }

    public Tier tier() {
        return tier;
    }

    public String summary() {
        return summary;
    }

    public String description() {
        return description;
    }

    public List<String> aliases() {
        return aliases;
    }

    public List<Positional> positionals() {
        return positionals;
    }

    public Rest rest() {
        return rest;
    }

    public String restName() {
        return restName;
    }

    /** Why users of the restricted tier may not; empty if they may. */
    public String notRestricted() {
        return notRestricted;
    }

    String surplusHint() {
        return surplusHint;
    }

    public List<Example> examples() {
        return examples;
    }

    public List<String> statuses() {
        return statuses;
    }

    public List<String> children() {
        return children;
    }

    public boolean isFamily() {
        return !children.isEmpty();
    }

    public Handler handler() {
        return Objects.requireNonNull(handler, name);
    }

    /** Its own options, then those that every verb has. */
    public List<Option> options() {
        List<Option> all = new ArrayList<>(options);
        if (anywhere) {
            all.add(Option.REMOTE);
        }
        all.addAll(Option.COMMON);
        return all;
    }

    /** Its own options only. */
    public List<Option> ownOptions() {
        return options;
    }

    /** One line that shows everything it takes, e.g. {@code box exec <box> -- <command>...}. */
    public String synopsis() {
        StringBuilder line = new StringBuilder("box ").append(name);
        if (isFamily()) {
            return line.append(' ').append(String.join("|", children)).toString();
        }
        for (Positional positional : positionals) {
            line.append(' ').append(positional.written());
        }
        for (Option option : options) {
            line.append(" [").append(option.written()).append(']');
        }
        if (rest == Rest.REQUIRED) {
            line.append(" -- <").append(restName).append(">...");
        }
        return line.toString();
    }
}
