package dev.box.drill.contract;

/** Where the receiving side's frames are counted. */
public enum Watch {
    /** Frames that leave the host towards the peer, on the peer's own port. */
    PEER_PORT,
    /** Frames that leave the host towards the sender, in answer to what it sent in another's name. */
    OWN_PORT,
    /** Packets that survive the host's input filters. */
    HOST_INPUT,
    /** Frames that leave the host by any other device than boxnet. */
    UPLINK,
    /** There is nothing to count: what the sender was told is the fact. */
    NONE
}
