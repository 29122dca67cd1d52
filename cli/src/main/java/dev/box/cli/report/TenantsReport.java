package dev.box.cli.report;

import dev.box.core.tenant.Tenants;
import io.avaje.jsonb.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code box tenants --json}.
 *
 * @param schema {@code box.tenants/1}
 * @param tenants by name
 */
@Json
public record TenantsReport(String schema, List<Entry> tenants) {

    /**
     * One account.
     *
     * @param user login name; the user id if the account is gone
     * @param project its project on the daemon
     * @param access granted, admin, revoked or account gone
     * @param boxes how many it has
     * @param running how many of these run
     * @param others instances in the project that are no boxes
     * @param limits of all its boxes together
     * @param drift how the project differs from what a grant makes; empty if it is fit
     */
    @Json
    public record Entry(
            String user,
            String project,
            String access,
            int boxes,
            int running,
            int others,
            Limits limits,
            List<String> drift) {}

    /** Empty for none. */
    @Json
    public record Limits(String cpu, String memory, String disk, String boxes) {}

    public static TenantsReport of(List<Tenants.Tenant> tenants) {
        List<Entry> entries = new ArrayList<>();
        for (Tenants.Tenant tenant : tenants) {
            entries.add(new Entry(
                    tenant.name(),
                    tenant.project(),
                    tenant.entry().word(),
                    tenant.boxes(),
                    tenant.running(),
                    tenant.others(),
                    new Limits(
                            tenant.limits().cpu(),
                            tenant.limits().memory(),
                            tenant.limits().disk(),
                            tenant.limits().boxes()),
                    tenant.drift().stream().map(Object::toString).toList()));
        }
        return new TenantsReport("box.tenants/1", entries);
    }
}
