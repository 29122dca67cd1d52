package dev.box.drill.probe;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Every instrument that can send.
 *
 * @param boxes by label
 * @param lan null if there is no LAN host
 */
public record Probers(
        Map<String, GuestProber> boxes,
        HostProber host,
        @Nullable LanProber lan) {

    /** The same instruments, with another time to wait for each answer. */
    public Probers patience(Duration wait) {
        Map<String, GuestProber> hasty = new LinkedHashMap<>();
        boxes.forEach((label, prober) -> hasty.put(label, prober.patience(wait)));
        return new Probers(hasty, new HostProber(wait), lan == null ? null : lan.patience(wait));
    }

    public GuestProber box(String label) {
        GuestProber prober = boxes.get(label);
        if (prober == null) {
            throw new IllegalArgumentException("no prober in a box labelled " + label);
        }
        return prober;
    }
}
