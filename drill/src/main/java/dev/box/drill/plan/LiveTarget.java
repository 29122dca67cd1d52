package dev.box.drill.plan;

/** A machine in private or special space that answers, and that no box may reach. */
public record LiveTarget(String range, String address, int tcpPort, int udpPort) {}
