package dev.box.cli.command;

/**
 * One place in a verb's argument list.
 *
 * @param name what stands there, for the synopsis and for messages
 * @param arity how many may stand there; only the last place may be {@link Arity#SOME} or {@link Arity#ANY}
 */
public record Positional(String name, Arity arity) {

    /** How many arguments a place takes. */
    public enum Arity {
        ONE,
        OPTIONAL,
        SOME,
        ANY;

        boolean demanded() {
            return this == ONE || this == SOME;
        }

        boolean repeats() {
            return this == SOME || this == ANY;
        }
    }

    String written() {
        return switch (arity) {
            case ONE -> "<" + name + ">";
            case OPTIONAL -> "[<" + name + ">]";
            case SOME -> "<" + name + ">...";
            case ANY -> "[<" + name + ">...]";
        };
    }
}
