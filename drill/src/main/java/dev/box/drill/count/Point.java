package dev.box.drill.count;

import dev.box.drill.plan.Subject;

/** A place in the kernel where frames are counted. Each becomes one nft chain. */
public sealed interface Point {

    String chain();

    /** Frames on their way from the host to a box. */
    record ToBox(Subject box) implements Point {
        @Override
        public String chain() {
            return "to_" + box.label();
        }
    }

    /** Frames just come from a box. */
    record FromBox(Subject box) implements Point {
        @Override
        public String chain() {
            return "from_" + box.label();
        }
    }

    /** Frames that the bridge hands up to the host, from whatever port. */
    record FromBridge(String bridge) implements Point {
        @Override
        public String chain() {
            return "from_bridge";
        }
    }

    /** Frames that leave the host by a device that is not the boxes'. */
    record Uplink() implements Point {
        @Override
        public String chain() {
            return "uplink_out";
        }
    }

    /** Frames that come into the host by such a device. */
    record UplinkIn() implements Point {
        @Override
        public String chain() {
            return "uplink_in";
        }
    }

    /** Packets for the host that its filters let through. */
    record HostInput() implements Point {
        @Override
        public String chain() {
            return "host_input";
        }
    }

    /** Packets that the host's own programs send, before any filter. */
    record HostOutput() implements Point {
        @Override
        public String chain() {
            return "host_output";
        }
    }
}
