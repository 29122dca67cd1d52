package dev.box.cli.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Asks the kernel what a standard descriptor is. By device number, because that is one {@code stat}: the path that a
 * terminal has in another mount namespace says nothing, and calling {@code isatty} costs the start of the foreign-function
 * machinery.
 */
final class StandardStreams {

    private StandardStreams() {}

    static Terminal.Ttys ttys() {
        return new Terminal.Ttys(isTerminal(0), isTerminal(1), isTerminal(2));
    }

    /** Whether a write can fail there because the reader has gone. */
    static boolean isPipe(int descriptor) {
        try {
            Object mode = Files.getAttribute(Path.of("/proc/self/fd/" + descriptor), "unix:mode");
            int type = (Integer) mode & 0170000;
            return type == 0010000 || type == 0140000; // FIFO, socket
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    static boolean isTerminal(int descriptor) {
        return isTerminal(Path.of("/proc/self/fd/" + descriptor));
    }

    static boolean isTerminal(Path file) {
        try {
            Object mode = Files.getAttribute(file, "unix:mode");
            Object device = Files.getAttribute(file, "unix:rdev");
            boolean character = ((Integer) mode & 0170000) == 0020000;
            return character && isTerminalMajor(major((Long) device));
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** The device's major number, as glibc's {@code gnu_dev_major} takes it apart. */
    private static long major(long device) {
        return (device >>> 8 & 0xfff) | (device >>> 32 & ~0xfffL);
    }

    /** Numbers from the kernel's Documentation/admin-guide/devices.txt. */
    private static boolean isTerminalMajor(long major) {
        return major == 4 // virtual consoles and serial ports
                || major == 5 // /dev/tty, /dev/console
                || major >= 136 && major <= 143 // pseudo terminals
                || major == 166 // USB modems
                || major == 188 // USB serial
                || major == 204 // other serial ports
                || major == 229; // hypervisor consoles
    }
}
