package dev.box.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.box.cli.command.Parser;
import dev.box.cli.terminal.Terminal;
import dev.box.core.failure.BoxFailure;
import dev.box.core.settings.Settings;
import dev.box.incus.IncusException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every failure becomes: what was tried, what answered, what to type next, and one exit status. */
class ErrorReportTest {

    @TempDir
    Path state = Path.of("/");

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void aFailureSaysWhatWasTriedWhatAnsweredAndWhatToTypeNext() {
        int status = show(new BoxFailure.Failed("starting box 'work'", "no space left", "box prune\nbox start work"));
        assertThat(status).isEqualTo(1);
        assertThat(said()).isEqualTo("""
                box: starting box 'work': no space left
                  box prune
                  box start work
                """);
    }

    @Test
    void aRefusalSaysWhatItIsAbout() {
        int status = show(new BoxFailure.Refused("reading the CPU count", "'x' is not one", "give a whole number"));
        assertThat(status).isEqualTo(2);
        assertThat(said()).isEqualTo("box: reading the CPU count: 'x' is not one\n  give a whole number\n");
    }

    @Test
    void aRefusedCommandLineNeedsNoSuchWords() {
        show(new BoxFailure.Refused(Parser.TRIED, "unknown verb 'lst'", ""));
        assertThat(said()).isEqualTo("box: unknown verb 'lst'\n");
    }

    @Test
    void whatCouldNotBeJudgedIsNeitherGoodNorBroken() {
        assertThat(show(new BoxFailure.Unjudged("measuring A3", "no baseline", "")))
                .isEqualTo(3);
    }

    @Test
    void theDaemonsFailuresReadTheSame() {
        int status = show(new IncusException.TimedOut("listing instances", "nothing within 5 s", "box doctor"));
        assertThat(status).isEqualTo(1);
        assertThat(said()).isEqualTo("""
                box: listing instances: nothing within 5 s
                  box doctor
                """);
    }

    @Test
    void aFailureOfTheDaemonsWithoutAdviceGetsTheOneOfItsKind() {
        show(new IncusException.OperationFailed("starting 'work'", "nft: not found", "", false));
        assertThat(said()).isEqualTo("""
                box: starting 'work': nft: not found
                  is this host fit? box doctor
                  what Incus says: sudo journalctl -u incus -n 20
                """);
        show(new IncusException.NotFound("starting 'work'", "Instance not found", ""));
        assertThat(said()).endsWith("; see what there is: box list\n");
    }

    @Test
    void anInterruptionIsSaidAloudWhateverTheFailureLooksLike() {
        IncusException broken = new IncusException.TransportFailed("starting 'work'", "closed", "retry", null);
        assertThat(new ErrorReport(terminal(), settings()).show(broken, true)).isEqualTo(130);
        assertThat(said()).isEqualTo("box: interrupted while starting 'work'\n");
    }

    @Test
    void anUnforeseenFailureGoesToAPrivateFileAndNotToTheTerminal() throws IOException {
        assertThat(show(new IllegalStateException("surprise"))).isEqualTo(1);
        assertThat(said()).startsWith("box: this is a fault in box: java.lang.IllegalStateException: surprise\n");
        assertThat(said()).doesNotContain("\tat ");
        List<Path> files;
        try (var listing = Files.list(state.resolve("box"))) {
            files = listing.toList();
        }
        assertThat(files).hasSize(1);
        assertThat(said()).contains(files.getFirst().toString());
        assertThat(files.getFirst()).content().contains("surprise", "\tat ");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(files.getFirst())))
                .isEqualTo("rw-------");
    }

    @Test
    void aGuestCannotReachTheTerminalThroughAMessage() {
        show(new BoxFailure.Failed("starting", "\u001b]0;owned\u0007bad\u001b[2J", ""));
        assertThat(said()).doesNotContain("\u001b").doesNotContain("\u0007").contains("bad");
    }

    private int show(Throwable failure) {
        return new ErrorReport(terminal(), settings()).show(failure, false);
    }

    private Settings settings() {
        return Settings.of(Map.of("XDG_STATE_HOME", state.toString()));
    }

    private Terminal terminal() {
        PrintStream stream = new PrintStream(err, false, StandardCharsets.UTF_8);
        return new Terminal(stream, stream, new Terminal.Ttys(false, false, false), settings());
    }

    private String said() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
