package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever is typed where a name, label, size, port or path stands: it is refused with status 2 before the daemon is asked
 * for anything, or it is what the rule allows, and then the daemon is asked. Here there is none, which is status 1.
 */
class FuzzTest {

    private static final int TRIES = 3000;
    private static final long SEED = 42;

    /** Nobody listens there, so that a call is told from a refusal. */
    private static final Map<String, String> NO_DAEMON =
            Map.of("HOME", "/nonexistent", "INCUS_SOCKET", "/nonexistent/unix.socket");

    /** What generated words are made of: what rules are about, what shells, terminals, paths and URLs are about. */
    private static final List<String> PIECES = List.of(
            "a",
            "Z",
            "0",
            "9",
            "-",
            "--",
            "_",
            ".",
            "..",
            "/",
            "//",
            "\\",
            ":",
            " ",
            "\t",
            "\n",
            "\r",
            "\0",
            "'",
            "\"",
            "$(x)",
            "`x`",
            ";",
            "&",
            "|",
            "*",
            "?",
            "#",
            "%2f",
            "%00",
            "?project=x",
            "{}",
            "~",
            "=",
            "@",
            "ä",
            "ß",
            "名",
            "é",
            "\u200b",
            "\u202e",
            "\ud83d\ude00",
            "\ud800",
            "\u001b[2J",
            "\u001b]0;t\u0007",
            "\u009b1m",
            "\u007f",
            "KiB",
            "GiB",
            "TB",
            "B",
            "k",
            "1e9",
            "0x1",
            "+1",
            "-1",
            "٣",
            "999999999",
            "9999999999999999999",
            "s",
            "m",
            "h",
            "d");

    private static final String NAME = "[a-zA-Z]([a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
    private static final String SIZE = "[1-9][0-9]{0,8}([KMGT]iB|[kMGT]?B)";

    static Stream<Arguments> places() {
        return Stream.of(
                place("info", NAME, List.of("work", "a".repeat(63), "a".repeat(64), "b-1"), "info", "?"),
                place("new", NAME, List.of("work", "W9"), "new", "?"),
                place("rename", NAME, List.of("other", "x-2"), "rename", "work", "?"),
                place(
                        "snapshot",
                        "[a-zA-Z0-9][a-zA-Z0-9._-]{0,62}",
                        List.of("good", "v1.2_3"),
                        "snapshot",
                        "work",
                        "?"),
                place("export", NAME, List.of("work"), "export", "?", "/tmp/never"),
                place("import", NAME, List.of("work"), "import", "/etc/passwd", "--name=?"),
                place("cpu", "[1-9][0-9]{0,8}", List.of("2", "16"), "new", "work", "--cpu=?"),
                place("memory", SIZE, List.of("4GiB", "512MB"), "new", "work", "--memory=?"),
                place("disk", SIZE, List.of("20GiB", "1TB"), "new", "work", "--disk=?"),
                place("ttl", "[0-9]{1,9}[smhd]", List.of("8h", "7d", "30m"), "new", "work", "--ttl=?"),
                place("port", "[0-9]{1,5}", List.of("3000", "65535", "65536"), "expose", "work", "?"),
                place("host port", "[0-9]{1,5}", List.of("3000", "80"), "expose", "work", "3000", "?"));
    }

    private static Arguments place(String what, String rule, List<String> seeds, String... words) {
        return Arguments.of(what, Pattern.compile(rule), seeds, List.of(words));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("places")
    void isRefusedBeforeAnyCallOrAllowed(String what, Pattern rule, List<String> seeds, List<String> words) {
        Random random = new Random(SEED);
        int allowed = 0;
        for (int i = 0; i < TRIES; i++) {
            String typed = i < seeds.size() ? seeds.get(i) : generated(random, seeds);
            if (typed.equals("-h")) {
                continue;
            }
            Transcript result = run(words, typed);
            assertThat(result.status())
                    .as("%s '%s': %s", what, typed, result.err())
                    .isIn(1, 2);
            assertThat(result.err())
                    .as("%s '%s'", what, typed)
                    .startsWith("box: ")
                    .doesNotContain("fault in box")
                    .matches(FuzzTest::isHarmless);
            if (result.status() == 1) {
                allowed++;
                assertThat(typed).as(what).matches(rule);
                assertThat(result.err()).as("%s '%s'", what, typed).contains("there is no socket");
            }
        }
        assertThat(allowed).as("some are allowed, or nothing was tried").isPositive();
    }

    /** The rule itself decides for these three, both ways. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("places")
    void whatTheRuleAllowsIsNotRefused(String what, Pattern rule, List<String> seeds, List<String> words) {
        if (!List.of("info", "rename", "snapshot", "memory").contains(what)) {
            return;
        }
        Random random = new Random(SEED);
        for (int i = 0; i < TRIES; i++) {
            String typed = generated(random, seeds);
            if (rule.matcher(typed).matches()) {
                assertThat(run(words, typed).status())
                        .as("%s '%s'", what, typed)
                        .isEqualTo(1);
            }
        }
    }

    private static Transcript run(List<String> words, String typed) {
        return Transcript.of(
                NO_DAEMON, words.stream().map(word -> word.replace("?", typed)).toArray(String[]::new));
    }

    /** Half of them near misses of what is right, half of them anything. */
    private static String generated(Random random, List<String> seeds) {
        Function<Integer, Integer> below = random::nextInt;
        StringBuilder word = new StringBuilder();
        if (random.nextBoolean()) {
            word.append(seeds.get(below.apply(seeds.size())));
            for (int edits = below.apply(3); edits >= 0; edits--) {
                int at = below.apply(word.length() + 1);
                if (random.nextBoolean() || at == word.length()) {
                    word.insert(at, PIECES.get(below.apply(PIECES.size())));
                } else {
                    word.deleteCharAt(at);
                }
            }
        } else {
            List<String> pieces = new ArrayList<>();
            for (int count = below.apply(8); count >= 0; count--) {
                pieces.add(PIECES.get(below.apply(PIECES.size())));
            }
            word.append(String.join("", pieces));
        }
        return word.toString();
    }

    private static boolean isHarmless(String text) {
        return text.codePoints()
                .allMatch(c -> c == '\n' || c == '\t' || !Character.isISOControl(c) && c != 0x202e && c != 0x200b);
    }
}
