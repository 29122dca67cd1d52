package dev.box.drill.mutation;

import static dev.box.drill.contract.LayerId.BOOT_ORDER;
import static dev.box.drill.contract.LayerId.BRIDGE_DROP;
import static dev.box.drill.mutation.Expected.red;

import dev.box.core.host.HostNames;
import java.util.Set;

/** What no packet shows between two boxes: the order of boot, and what other people on the host may do. */
final class HostMutations {

    private HostMutations() {}

    static void boot(Mutations table) {
        table.add(
                "boot.disabled",
                Set.of(BOOT_ORDER),
                "unit " + HostNames.UNIT + " is disabled: nothing loads the rules at boot",
                HostFaults.unit(text -> text, "disable"),
                red("A12.order"));
        table.add(
                "boot.late",
                Set.of(BOOT_ORDER),
                "unit " + HostNames.UNIT + " comes after Incus, which starts boxes at boot",
                HostFaults.unit(
                        text -> text.replace("incus.service incus.socket ", "")
                                .replace("[Service]", "After=incus.service\n\n[Service]"),
                        "reenable"),
                red("A12.order"));
    }

    static void people(Mutations table) {
        table.add(
                "people.networks",
                Set.of(),
                "an account's project may use a network beside boxnet",
                TenantFaults.networks(),
                red("U1.bridge", "U1.fit"));
        table.add(
                "people.snapshots",
                Set.of(),
                "an account's project takes no snapshots, which verbs are made of",
                TenantFaults.noSnapshots(),
                red("U1.fit"));
        table.add(
                "people.default-nic",
                Set.of(),
                "an account's default profile has a NIC on a private bridge again",
                TenantFaults.defaultNic(),
                red("U1.fit"));
        table.add(
                "people.raw",
                Set.of(BRIDGE_DROP),
                "the drop in table bridge box is deleted while an account has an instance without the placement profile",
                LinkMutations.noBridgeDrop(),
                red("U3.raw"));
        table.add(
                "people.member",
                Set.of(),
                "an account is in group incus although its grant fails",
                TenantFaults.member(),
                red("U4.failed"));
        table.add(
                "people.certificate",
                Set.of(),
                "an account's certificate comes back whenever it is deleted, so a purge leaves it",
                TenantFaults.certificate(),
                red("U4.purge"));
    }
}
