package dev.box.cli.verb;

import dev.box.cli.command.ExitStatus;
import dev.box.cli.command.Handler;
import dev.box.cli.command.Invocation;
import dev.box.cli.report.Document;
import dev.box.cli.report.TenantsReport;
import dev.box.cli.terminal.Table;
import dev.box.core.host.Host;
import dev.box.core.tenant.Quota;
import dev.box.core.tenant.Tenants;
import dev.box.incus.Incus;
import java.util.ArrayList;
import java.util.List;

/** {@code box tenants}. */
public final class TenantsVerb implements Handler {

    @Override
    public int run(Invocation call) {
        List<Tenants.Tenant> tenants;
        try (Incus incus = Daemon.connect(call.settings())) {
            tenants = new Tenants(Host.local(call.settings()), incus).list(call.deadline(Limits.POWER));
        }
        if (call.json()) {
            call.terminal().rendered(Document.of(TenantsReport.of(tenants), TenantsReport.class));
        } else if (tenants.isEmpty()) {
            call.terminal().err("nobody has a project of their own yet — let somebody in with: sudo box grant USER");
        } else {
            print(call, tenants);
        }
        return ExitStatus.DONE;
    }

    private static void print(Invocation call, List<Tenants.Tenant> tenants) {
        Table table = new Table("USER", "PROJECT", "ACCESS", "BOXES", "RUNNING", "OTHER", "LIMITS", "FIT");
        for (Tenants.Tenant tenant : tenants) {
            table.row(
                    tenant.name(),
                    tenant.project(),
                    tenant.entry().word(),
                    Integer.toString(tenant.boxes()),
                    Integer.toString(tenant.running()),
                    Integer.toString(tenant.others()),
                    limits(tenant.limits()),
                    tenant.drift().isEmpty() ? "yes" : "no");
        }
        call.terminal().out(table.toString());
        for (Tenants.Tenant tenant : tenants) {
            tenant.drift()
                    .forEach(change -> call.terminal()
                            .err("  " + tenant.name() + ": " + change + "   (repair: sudo box grant " + tenant.name()
                                    + ")"));
        }
    }

    private static String limits(Quota quota) {
        List<String> limits = new ArrayList<>();
        add(limits, quota.boxes(), " boxes");
        add(limits, quota.cpu(), " CPUs");
        add(limits, quota.memory(), " memory");
        add(limits, quota.disk(), " disk");
        return limits.isEmpty() ? "none" : String.join(", ", limits);
    }

    private static void add(List<String> limits, String value, String unit) {
        if (!value.isEmpty()) {
            limits.add(value + unit);
        }
    }
}
