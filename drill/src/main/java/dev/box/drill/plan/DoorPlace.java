package dev.box.drill.plan;

/**
 * A door under test.
 *
 * @param box label of the box that it leads to
 * @param port in the box
 * @param hostPort on the host
 * @param open whether it is open; else it was, and is closed
 */
public record DoorPlace(String box, int port, int hostPort, boolean open) {}
