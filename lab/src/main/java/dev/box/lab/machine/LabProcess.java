package dev.box.lab.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * One process, known by id and start time: an id alone is reused, and a lab must never end a process that it did not
 * start.
 *
 * @param pid in this process's own pid namespace
 * @param startTicks clock ticks after boot, as in {@code /proc/<pid>/stat}
 */
public record LabProcess(long pid, long startTicks) {

    /** The running process with that id. */
    public static Optional<LabProcess> of(long pid) {
        return startTicks(pid).map(ticks -> new LabProcess(pid, ticks));
    }

    /** What {@link #save} wrote, if it can be read; it may have ended since. */
    public static Optional<LabProcess> load(Path file) {
        try {
            String[] parts = Files.readString(file).strip().split(" ", 2);
            return Optional.of(new LabProcess(Long.parseLong(parts[0]), Long.parseLong(parts[1])));
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    public void save(Path file) throws IOException {
        Files.writeString(file, pid + " " + startTicks + "\n");
    }

    /** Whether exactly this process still runs. */
    public boolean alive() {
        return startTicks(pid).filter(ticks -> ticks == startTicks).isPresent();
    }

    /** Ends it at once; no harm if it has ended already. */
    public void kill() {
        if (alive()) {
            ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    /** How many pid namespaces lie between here and the process, it being the first process of the innermost; 0 if it is not. */
    public static int depthAsInit(long pid) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc", Long.toString(pid), "status"))) {
                if (line.startsWith("NSpid:")) {
                    String[] ids = line.substring("NSpid:".length()).strip().split("\\s+", -1);
                    return ids[ids.length - 1].equals("1") ? ids.length - 1 : 0;
                }
            }
        } catch (IOException e) {
            return 0;
        }
        return 0;
    }

    /** Processor time that it and its children that ended have used, in clock ticks; empty if it has ended. */
    public Optional<Long> ticks() {
        try {
            return alive() ? ticks(stat(pid)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** The same of the process that {@code /proc/<pid>/stat} says this of; empty if it is no such line. */
    public static Optional<Long> ticks(String stat) {
        try {
            long sum = 0;
            for (String field : List.of(fields(stat)).subList(11, 15)) {
                sum += Long.parseLong(field);
            }
            return Optional.of(sum);
        } catch (NumberFormatException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }

    private static String stat(long pid) throws IOException {
        return Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
    }

    /** From the state on: the command's name may hold spaces and brackets, so they are counted from its end. */
    private static String[] fields(String stat) {
        return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    }

    private static Optional<Long> startTicks(long pid) {
        try {
            String[] fields = fields(stat(pid));
            boolean zombie = fields[0].equals("Z") || fields[0].equals("X");
            return zombie ? Optional.empty() : Optional.of(Long.parseLong(fields[19]));
        } catch (IOException | NumberFormatException | IndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }
}
