package dev.box.drill.mutation;

import dev.box.drill.contract.LayerId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Every mutation, declared once: what is broken, and which rows of the contract must show it. */
final class Mutations {

    private final List<Mutation> all = new ArrayList<>();

    private Mutations() {}

    /**
     * All of them.
     *
     * @param publicName a name that keeps resolving while the resolvers are unpinned
     * @param vpnResolver the host's VPN resolver; empty if there is none, then nothing can be unpinned to it
     * @param lanAddress the host's address on the LAN; empty if it has none, then no door can stand there
     */
    static List<Mutation> all(String publicName, String vpnResolver, String lanAddress) {
        Mutations table = new Mutations();
        LinkMutations.siblings(table);
        PathMutations.acl(table);
        PathMutations.input(table);
        ServiceMutations.names(table, publicName, vpnResolver);
        PathMutations.ipv6(table);
        LinkMutations.pretence(table);
        if (!lanAddress.isEmpty()) {
            ServiceMutations.doors(table, lanAddress);
        }
        HostMutations.boot(table);
        HostMutations.people(table);
        ServiceMutations.instruments(table);
        return List.copyOf(table.all);
    }

    static Optional<Mutation> byId(String id) {
        return all("", "-", "-").stream().filter(one -> one.id().equals(id)).findFirst();
    }

    void add(String id, Set<LayerId> layers, String what, Fault fault, Expected expected) {
        all.add(new Mutation(id, layers, what, fault, expected));
    }
}
