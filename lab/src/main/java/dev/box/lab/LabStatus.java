package dev.box.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What stands of a lab.
 *
 * @param state whether it is up, down, or the rest of one that ended badly
 * @param directory its state
 * @param leftovers what stands although the lab is not up, each in words; empty unless {@code state} is {@code ABORTED}
 * @param cache what is built and kept, e.g. {@code guest-image-0123456789ab}
 */
public record LabStatus(
        String name,
        State state,
        Path directory,
        List<String> namespaces,
        List<Host> hosts,
        Duration uptime,
        List<String> leftovers,
        List<String> cache) {

    public enum State {
        DOWN,
        UP,
        ABORTED
    }

    /**
     * One machine under test.
     *
     * @param running whether its init runs
     */
    public record Host(String name, String address, boolean running) {}
}
