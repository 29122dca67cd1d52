package dev.box.drill.plan;

/**
 * One box under test.
 *
 * @param label a letter that stays the same from run to run, so that a cell keeps its id
 * @param name the instance's
 * @param address IPv4, read from the guest and chosen by subnet
 * @param mac of the guest's interface
 * @param linkLocal IPv6 link-local, the one that it has or would have by its MAC
 * @param device the host's end of its cable: veth or tap
 * @param machineId the guest's
 */
public record Subject(
        String label, String name, String address, String mac, String linkLocal, String device, String machineId) {}
