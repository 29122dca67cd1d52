package dev.box.incus;

import io.avaje.jsonb.Json;

/**
 * One rule of an ACL; empty text means "any". Ports and ICMP values are text because ranges and lists are allowed.
 *
 * @param action {@code allow}, {@code reject} or {@code drop}
 * @param source CIDR, range, list or ACL name
 * @param destination CIDR, range, list or ACL name
 * @param protocol {@code tcp}, {@code udp}, {@code icmp4} or {@code icmp6}
 * @param sourcePort port, range or list
 * @param destinationPort port, range or list
 * @param icmpType number
 * @param icmpCode number
 * @param description free text
 * @param state {@code enabled}, {@code disabled} or {@code logged}
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record AclRule(
        String action,
        String source,
        String destination,
        String protocol,
        String sourcePort,
        String destinationPort,
        String icmpType,
        String icmpCode,
        String description,
        String state) {
    public AclRule {
        action = Maps.orEmpty(action);
        source = Maps.orEmpty(source);
        destination = Maps.orEmpty(destination);
        protocol = Maps.orEmpty(protocol);
        sourcePort = Maps.orEmpty(sourcePort);
        destinationPort = Maps.orEmpty(destinationPort);
        icmpType = Maps.orEmpty(icmpType);
        icmpCode = Maps.orEmpty(icmpCode);
        description = Maps.orEmpty(description);
        state = Maps.orEmpty(state);
    }

    /** An enabled rule about a destination, any protocol. */
    public static AclRule egress(String action, String destination, String description) {
        return new AclRule(action, "", destination, "", "", "", "", "", description, "enabled");
    }
}
