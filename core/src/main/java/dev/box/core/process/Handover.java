package dev.box.core.process;

import dev.box.core.failure.BoxFailure;
import java.io.File;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Becomes another program, as {@code exec} in a shell does: same process, same terminal, same parent, and that program's
 * exit status is ours. An interactive shell through this leaves no JVM behind that would only wait for it.
 *
 * <p>The new program must start as if box had never been there, so what the JVM has changed in the process is undone: the
 * signals that it blocks, and its open files. The limit of open files is the exception, it has to be left alone from the
 * start ({@code -XX:-MaxFDLimit} in the launcher). Output that is still buffered is lost: flush before.
 */
public final class Handover {

    private static final int SIG_SETMASK = 2;
    /** More than glibc's sigset_t needs; all zero is the empty set. */
    private static final int SIGSET_BYTES = 128;

    private static final int CLOSE_RANGE_CLOEXEC = 4;

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBC = LINKER.defaultLookup();

    private Handover() {}

    /**
     * Never returns: either this process becomes {@code command}, or {@link BoxFailure.Failed} is thrown and nothing has
     * changed but the signal mask of the calling thread.
     *
     * @param command program and arguments; a program without a slash is searched in {@code environment}'s PATH
     * @param environment all that the program will see
     * @return nothing, ever; an exit status for the sake of callers that return one
     */
    public static int to(List<String> command, Map<String, String> environment) {
        String program = find(command.getFirst(), environment.getOrDefault("PATH", ""));
        int errno;
        try (Arena arena = Arena.ofConfined()) {
            unblockSignals(arena);
            closeFilesOnExec();
            errno = execve(arena, program, command, environment);
        } catch (Throwable e) {
            throw new BoxFailure.Failed(
                    "handing the terminal over to " + program,
                    String.valueOf(e),
                    "start box through its launcher, which allows it native access",
                    e);
        }
        throw new BoxFailure.Failed(
                "handing the terminal over to " + program,
                "execve failed with errno " + errno,
                "check that " + program + " can be run: " + String.join(" ", command));
    }

    private static String find(String program, String path) {
        if (program.indexOf('/') >= 0) {
            return program;
        }
        for (String directory : path.split(File.pathSeparator)) {
            Path candidate = Path.of(directory.isEmpty() ? "." : directory, program);
            if (Files.isExecutable(candidate) && !Files.isDirectory(candidate)) {
                return candidate.toString();
            }
        }
        throw new BoxFailure.Failed(
                "looking for the program '" + program + "'",
                "it is not in PATH (" + path + ")",
                MachinePackages.install(program));
    }

    private static void unblockSignals(Arena arena) throws Throwable {
        MethodHandle sigprocmask = LINKER.downcallHandle(
                LIBC.findOrThrow("sigprocmask"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
        int ignored = (int) sigprocmask.invokeExact(SIG_SETMASK, arena.allocate(SIGSET_BYTES, 8), MemorySegment.NULL);
    }

    /** Marked rather than closed: should execve fail, this process goes on and still needs them. */
    private static void closeFilesOnExec() throws Throwable {
        MethodHandle closeRange = LINKER.downcallHandle(
                LIBC.findOrThrow("close_range"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        int ignored = (int) closeRange.invokeExact(3, -1, CLOSE_RANGE_CLOEXEC);
    }

    /** Returns only on failure, with errno. */
    private static int execve(Arena arena, String program, List<String> command, Map<String, String> environment)
            throws Throwable {
        MethodHandle execve = LINKER.downcallHandle(
                LIBC.findOrThrow("execve"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.ADDRESS),
                Linker.Option.captureCallState("errno"));
        List<String> variables = new ArrayList<>();
        for (Map.Entry<String, String> variable : environment.entrySet()) {
            variables.add(variable.getKey() + "=" + variable.getValue());
        }
        MemorySegment state = arena.allocate(Linker.Option.captureStateLayout());
        int ignored = (int) execve.invokeExact(
                state, arena.allocateFrom(program), strings(arena, command), strings(arena, variables));
        long offset = Linker.Option.captureStateLayout().byteOffset(MemoryLayout.PathElement.groupElement("errno"));
        return state.get(ValueLayout.JAVA_INT, offset);
    }

    /** A null-terminated array of C strings. */
    private static MemorySegment strings(Arena arena, List<String> values) {
        MemorySegment array = arena.allocate(ValueLayout.ADDRESS, values.size() + 1L);
        for (int i = 0; i < values.size(); i++) {
            array.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(values.get(i)));
        }
        array.setAtIndex(ValueLayout.ADDRESS, values.size(), MemorySegment.NULL);
        return array;
    }
}
