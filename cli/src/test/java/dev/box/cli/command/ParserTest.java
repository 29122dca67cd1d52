package dev.box.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.box.core.failure.BoxFailure;
import java.util.List;
import org.junit.jupiter.api.Test;

class ParserTest {

    @Test
    void optionsMayFollowArguments() {
        Arguments read = parse("work", "--size", "4", "--force");
        assertThat(read.positionals()).containsExactly("work");
        assertThat(read.value("size", "")).isEqualTo("4");
        assertThat(read.has("force")).isTrue();
    }

    @Test
    void aValueMayBeJoinedByAnEqualsSign() {
        assertThat(parse("work", "--size=4").value("size", "")).isEqualTo("4");
    }

    @Test
    void theLastOfARepeatedOptionCounts() {
        assertThat(parse("work", "--size", "4", "--size", "8").value("size", ""))
                .isEqualTo("8");
    }

    @Test
    void quotesInAValueStay() {
        assertThat(parse("work", "--size", "\"4\"").value("size", "")).isEqualTo("\"4\"");
    }

    @Test
    void whatFollowsTheDashesIsUntouched() {
        Command exec =
                Command.of("exec", Group.BOXES, Tier.ANYONE, "").one("box").rest("command");
        Arguments read =
                Parser.parse(exec, List.of("work", "--quiet", "--", "ls", "--quiet", "--", "-x", "--nonsense"));
        assertThat(read.rest()).containsExactly("ls", "--quiet", "--", "-x", "--nonsense");
        assertThat(read.positionals()).containsExactly("work");
        assertThat(read.has("quiet")).isTrue();
    }

    @Test
    void aLetterIsAnOptionOnlyWhereOneHasIt() {
        assertThat(parse("-q", "work").has("quiet")).isTrue();
        assertThat(refusal("work", "-Q")).startsWith("unknown option '-Q'");
        assertThat(refusal("work", "-s", "4")).startsWith("unknown option '-s'");
        assertThat(refusal("work", "-q=yes")).startsWith("unknown option '-q=yes'");
    }

    @Test
    void dashesThatNobodyAskedForAreRefused() {
        assertThat(refusal("work", "--", "more")).isEqualTo("'box test' takes nothing after '--'");
    }

    @Test
    void anOptionWithoutItsValueIsRefused() {
        assertThat(refusal("work", "--size")).isEqualTo("option '--size' needs a value: --size <n>");
        assertThat(refusal("work", "--size", "--force")).isEqualTo("option '--size' needs a value: --size <n>");
    }

    @Test
    void aFlagWithAValueIsRefused() {
        assertThat(refusal("work", "--force=yes")).isEqualTo("option '--force' takes no value");
    }

    @Test
    void aMistypedOptionDoesNotBecomeAnArgument() {
        assertThat(refusal("work", "--sise", "4")).isEqualTo("unknown option '--sise'; did you mean '--size'?");
    }

    @Test
    void oneArgumentTooManyIsRefused() {
        assertThat(refusal("work", "play")).isEqualTo("unexpected argument 'play'");
    }

    @Test
    void someMeansAtLeastOne() {
        Command rm = Command.of("rm", Group.BOXES, Tier.ANYONE, "").some("box");
        assertThat(Parser.parse(rm, List.of("a", "b", "c")).positionals()).containsExactly("a", "b", "c");
        assertThatThrownBy(() -> Parser.parse(rm, List.of())).hasMessageContaining("<box> is missing");
    }

    @Test
    void anEmptyValueIsNotTheSameAsNone() {
        assertThat(refusal("work", "--size=")).isEqualTo("option '--size' needs a value: --size <n>");
        assertThat(refusal("work", "--size", "")).isEqualTo("option '--size' needs a value: --size <n>");
    }

    @Test
    void helpIsGivenEvenWhereSomethingIsMissing() {
        assertThat(parse("--help").has("help")).isTrue();
    }

    private static Arguments parse(String... words) {
        Command command = Command.of("test", Group.BOXES, Tier.ANYONE, "")
                .one("box")
                .value("size", "n", "")
                .flag("force", "");
        return Parser.parse(command, List.of(words));
    }

    private static String refusal(String... words) {
        try {
            throw new AssertionError("accepted as " + parse(words));
        } catch (BoxFailure.Refused refused) {
            assertThat(refused.advice()).startsWith("box test <box> [--size <n>] [--force]");
            return refused.answered();
        }
    }
}
