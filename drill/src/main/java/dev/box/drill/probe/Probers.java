package dev.box.drill.probe;

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

    public GuestProber box(String label) {
        GuestProber prober = boxes.get(label);
        if (prober == null) {
            throw new IllegalArgumentException("no prober in a box labelled " + label);
        }
        return prober;
    }
}
