package dev.box.drill.mutation;

import dev.box.drill.contract.LayerId;
import java.util.Set;

/**
 * One guarantee to break, and what must come of it.
 *
 * @param id e.g. {@code acl.range.10.0.0.0-8}; never changes
 * @param layers those whose own check must turn red, and no others
 * @param what what is broken, in words
 * @param fault how it is broken and put back
 */
record Mutation(String id, Set<LayerId> layers, String what, Fault fault, Expected expected) {

    Mutation {
        layers = Set.copyOf(layers);
    }
}
