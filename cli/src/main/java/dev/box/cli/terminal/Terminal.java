package dev.box.cli.terminal;

import dev.box.core.progress.Progress;
import dev.box.core.settings.Setting;
import dev.box.core.settings.Settings;
import dev.box.core.text.Untrusted;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Where the operator looks. Everything printed here is made harmless first, because a name or a message may come from a
 * guest; only {@link #rendered} takes text as it is. One live line at most is on the screen, and any other output wipes it.
 */
public final class Terminal {

    /** Which of the three standard streams are terminals. */
    public record Ttys(boolean in, boolean out, boolean err) {}

    /** What a shell shows for a program that SIGPIPE (13) ended. */
    private static final int BROKEN_PIPE = 128 + 13;

    private final PrintStream out;
    private final PrintStream err;
    private final Ttys ttys;
    private final boolean colour;
    private final boolean dumb;
    private final @Nullable Sink rawOut;
    private final @Nullable Sink rawErr;
    private boolean live;
    private @Nullable FileChannel input;

    private Terminal(Sink out, Sink err, Ttys ttys, Settings settings) {
        this(stream(out), stream(err), out, err, ttys, settings);
    }

    public Terminal(PrintStream out, PrintStream err, Ttys ttys, Settings settings) {
        this(out, err, null, null, ttys, settings);
    }

    private Terminal(
            PrintStream out,
            PrintStream err,
            @Nullable Sink rawOut,
            @Nullable Sink rawErr,
            Ttys ttys,
            Settings settings) {
        this.out = out;
        this.err = err;
        this.rawOut = rawOut;
        this.rawErr = rawErr;
        this.ttys = ttys;
        String term = settings.environment().getOrDefault("TERM", "");
        this.dumb = term.isEmpty() || term.equals("dumb");
        this.colour = !dumb && !settings.isSet(Setting.NO_COLOR);
    }

    /** This process's own standard streams, in UTF-8 whatever the locale. */
    public static Terminal ofProcess(Settings settings) {
        return new Terminal(
                new Sink(FileDescriptor.out), new Sink(FileDescriptor.err), StandardStreams.ttys(), settings);
    }

    private static PrintStream stream(Sink sink) {
        return new PrintStream(sink, false, StandardCharsets.UTF_8);
    }

    /** A result, for stdout. */
    public synchronized void out(String text) {
        wipe();
        out.append(Untrusted.lines(text)).append('\n');
    }

    /** A message about the work, for stderr. */
    public synchronized void err(String text) {
        wipe();
        err.append(Untrusted.lines(text)).append('\n');
        err.flush();
    }

    /** Text for stdout that its renderer has already made harmless, e.g. a document or a coloured report. */
    public synchronized void rendered(String text) {
        wipe();
        out.append(text);
    }

    /** A question; the cursor stays behind it. */
    synchronized void prompt(String question) {
        wipe();
        out.flush();
        err.append(Untrusted.line(question));
        err.flush();
    }

    /** Draws or redraws the one live line; the terminal is told not to wrap it, so that its width does not matter. */
    synchronized void draw(String text) {
        err.append("\r\u001b[?7l").append(Untrusted.line(text)).append("\u001b[K\u001b[?7h");
        err.flush();
        live = true;
    }

    synchronized void wipe() {
        if (live) {
            err.append("\r\u001b[K");
            err.flush();
            live = false;
        }
    }

    public synchronized void flush() {
        wipe();
        out.flush();
        err.flush();
    }

    /** Standard input as bytes; {@link #close} frees a thread that is blocked in it. */
    public synchronized InputStream input() {
        FileChannel channel = input;
        if (channel == null) {
            channel = new FileInputStream(FileDescriptor.in).getChannel();
            input = channel;
        }
        return Channels.newInputStream(channel);
    }

    /** Standard output as bytes, for what a guest writes on purpose; nothing is made harmless. */
    public OutputStream output() {
        flush();
        return rawOut == null ? out : rawOut;
    }

    /** Standard error as bytes, as {@link #output}. */
    public OutputStream errors() {
        flush();
        return rawErr == null ? err : rawErr;
    }

    /**
     * The exit status of a process that would end with {@code status}: not 0 if a result could not be written. A reader
     * that has gone (as in {@code box list | head -1}) is no fault and needs no words; a full disk is one.
     */
    public synchronized int afterWriting(int status) {
        flush();
        IOException failure = rawOut == null ? null : rawOut.failure();
        if (failure == null || status != 0) {
            return status;
        }
        if (StandardStreams.isPipe(1)) {
            return BROKEN_PIPE;
        }
        err("box: writing to standard output: " + failure.getMessage());
        return 1;
    }

    /** The end of the process: a thread that is still blocked in a read then would cost a third of a second. */
    public synchronized void close() {
        flush();
        FileChannel channel = input;
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                // there is nothing left to read it for
            }
        }
    }

    /** Whether a question can be asked and answered. */
    public boolean canAsk() {
        return ttys.in() && ttys.err();
    }

    /** Whether a command that it is handed to would be a terminal's. */
    public boolean isInteractive() {
        return ttys.in() && ttys.out();
    }

    /** Whether what is printed is read as it comes, by somebody with a screen of some width. */
    public boolean outIsTerminal() {
        return ttys.out();
    }

    /** Whether stdout wants colour. */
    public boolean colour() {
        return colour && ttys.out();
    }

    /** How long work is shown: live on a terminal, one line per step elsewhere, warnings only if {@code quiet}. */
    public Progress progress(boolean quiet) {
        if (quiet) {
            return new QuietProgress(this);
        }
        return new StepProgress(this, ttys.err() && !dumb);
    }
}
