package dev.box.drill.control;

import dev.box.drill.plan.Subject;
import dev.box.incus.NetworkLease;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Two boxes that share an address, a MAC or a machine-id would make silence between them mean nothing. */
public final class Identities {

    private Identities() {}

    /** {@code leases} are those of the boxes' network. */
    public static List<Check> of(List<Subject> boxes, List<NetworkLease> leases) {
        return List.of(distinct(boxes), leases(boxes, leases));
    }

    /** Whether they are all somebody else. */
    public static Check distinct(List<Subject> boxes) {
        List<String> faults = new ArrayList<>();
        distinct("address", boxes, Subject::address, faults);
        distinct("MAC address", boxes, Subject::mac, faults);
        distinct("machine-id", boxes, Subject::machineId, faults);
        distinct("host device", boxes, Subject::device, faults);
        return Check.phaseWide(
                "identities",
                "no two boxes share an address, MAC, machine-id or port",
                faults.isEmpty(),
                faults.isEmpty() ? boxes.size() + " boxes, all distinct" : String.join("; ", faults),
                0);
    }

    private static void distinct(String what, List<Subject> boxes, Function<Subject, String> of, List<String> faults) {
        Map<String, String> seen = new HashMap<>();
        for (Subject box : boxes) {
            String value = of.apply(box);
            if (value.isEmpty()) {
                faults.add(box.name() + " has no " + what);
                continue;
            }
            String other = seen.put(value, box.name());
            if (other != null) {
                faults.add(other + " and " + box.name() + " share the " + what + " " + value);
            }
        }
    }

    private static Check leases(List<Subject> boxes, List<NetworkLease> leases) {
        List<String> faults = new ArrayList<>();
        for (Subject box : boxes) {
            boolean held = leases.stream()
                    .anyMatch(lease -> lease.hwaddr().equalsIgnoreCase(box.mac())
                            && lease.address().equals(box.address()));
            if (!held) {
                faults.add("no lease of " + box.address() + " for " + box.name() + " (" + box.mac() + ")");
            }
        }
        return Check.phaseWide(
                "leases",
                "every box holds a lease of the address that it uses",
                faults.isEmpty(),
                faults.isEmpty() ? boxes.size() + " leases" : String.join("; ", faults),
                0);
    }
}
