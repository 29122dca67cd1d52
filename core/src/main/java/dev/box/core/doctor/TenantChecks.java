package dev.box.core.doctor;

import dev.box.core.host.Change;
import dev.box.core.host.HostNames;
import dev.box.core.net.Cidr;
import dev.box.core.net.Route;
import dev.box.core.tenant.Tenants;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Several people on one host: whether their projects are still confined, and whether one takes what is not its own. */
final class TenantChecks {

    private static final String ROUTES = "routes";
    private static final String ROUTES_READ = "this host's routes that lead to boxnet, and NICs that ask for some";
    private static final String ROUTES_WHY =
            "Incus lets whoever may attach a NIC route any address to it: this host and all boxes lose that address";

    static final List<Check> ALL = List.of(
            Check.of(
                    "tenants",
                    "the projects of accounts that were granted boxes: restrictions, profiles, images",
                    "outside of boxnet and its placement profile a box is none",
                    Repair.NONE,
                    Reading::tenancy,
                    TenantChecks::tenants),
            new Check(ROUTES, ROUTES_READ, ROUTES_WHY, Repair.NONE, TenantChecks::routes));

    private TenantChecks() {}

    private static Result tenants(Reading.TenancyFacts facts) {
        List<String> faults = new ArrayList<>();
        List<String> fixes = new ArrayList<>();
        for (Tenants.Tenant tenant : facts.tenants()) {
            if (!tenant.drift().isEmpty() && tenant.entry() != Tenants.Entry.GONE) {
                Change first = tenant.drift().getFirst();
                faults.add(tenant.name() + ": " + first.what() + " is " + first.was()
                        + (tenant.drift().size() == 1
                                ? ""
                                : ", and " + (tenant.drift().size() - 1) + " more"));
                fixes.add("sudo box grant " + (facts.own() ? "\"$USER\"" : tenant.name()));
            }
        }
        return Result.of(
                faults,
                facts.tenants().isEmpty() ? "none" : facts.tenants().size() + " confined",
                String.join("; ", fixes));
    }

    private static Finding routes(Reading reading) {
        return Check.of(ROUTES, ROUTES_READ, ROUTES_WHY, Repair.NONE, Reading::wires, wires -> strays(wires, reading))
                .judge()
                .apply(reading);
    }

    private static Result strays(Reading.Wires wires, Reading reading) {
        List<String> faults = new ArrayList<>();
        List<String> fixes = new ArrayList<>();
        Optional<Cidr> subnet = wires.addresses().stream()
                .filter(address -> address.device().equals(HostNames.NETWORK) && !address.v6())
                .flatMap(address -> Cidr.parse(address.address() + "/" + address.prefix()).stream())
                .findFirst();
        for (Route route : wires.routes()) {
            boolean own = subnet.isEmpty() || subnet.get().network().contains(route.destination());
            if (route.device().equals(HostNames.NETWORK) && route.type().equals("unicast") && !own) {
                faults.add(route.destination() + " leads to " + HostNames.NETWORK);
                fixes.add("sudo ip route del " + route.destination() + " dev " + HostNames.NETWORK);
            }
        }
        if (reading.tenancy() instanceof Seen.Is<Reading.TenancyFacts> is) {
            for (Reading.RoutedNic nic : is.value().routed()) {
                faults.add("NIC " + nic.device() + " of " + nic.instance() + " (project " + nic.project()
                        + ") asks for " + nic.routes());
                fixes.addFirst("sudo incus config device remove --project " + nic.project() + " " + nic.instance() + " "
                        + nic.device());
            }
        }
        return Result.of(faults, "none but its own subnet", String.join("; ", fixes));
    }

    /** What a finding tells a user of the restricted tier: the host's repairs are somebody else's to make. */
    static Finding forTenant(Finding finding, String helpers) {
        String fix = finding.fix();
        if (finding.id().equals("mints")) {
            fix = "box prune";
        } else if (fix.startsWith("sudo ")) {
            fix = "ask " + helpers + ", to run: " + fix;
        }
        return new Finding(
                finding.id(),
                finding.verdict(),
                finding.judged(),
                finding.reads(),
                finding.fact(),
                finding.why(),
                false,
                fix);
    }
}
