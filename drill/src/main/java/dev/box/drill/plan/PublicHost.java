package dev.box.drill.plan;

/** A machine of the public internet that answers: TCP and UDP echo, ping, and a public name. */
public record PublicHost(String address, String name, int tcpPort, int udpPort) {}
