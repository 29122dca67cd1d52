package dev.box.incus;

import io.avaje.jsonb.Json;
import java.util.List;
import java.util.Map;

/**
 * A network access control list.
 *
 * @param name unique in its project
 * @param description free text
 * @param ingress towards the instance
 * @param egress from the instance
 * @param config user keys only
 * @param usedBy API paths of networks and instances
 */
@Json(naming = Json.Naming.LowerUnderscore)
public record NetworkAcl(
        String name,
        String description,
        List<AclRule> ingress,
        List<AclRule> egress,
        Map<String, String> config,
        List<String> usedBy) {
    public NetworkAcl {
        name = Maps.orEmpty(name);
        description = Maps.orEmpty(description);
        ingress = Maps.orEmpty(ingress);
        egress = Maps.orEmpty(egress);
        config = Maps.orEmpty(config);
        usedBy = Maps.orEmpty(usedBy);
    }

    /** An ACL to create. */
    public static NetworkAcl of(String name, List<AclRule> ingress, List<AclRule> egress) {
        return new NetworkAcl(name, "", ingress, egress, Map.of(), List.of());
    }
}
