package dev.box.drill.contract;

/** Where a probe is sent from. */
public enum Origin {
    /** Every box of the drill, each for itself. */
    BOX,
    /** The host itself. */
    HOST,
    /** A machine on the operator's LAN, with a route to the boxes through the host. */
    LAN
}
