package dev.box.core.host;

import dev.box.core.failure.BoxFailure;
import dev.box.core.net.Nft;
import dev.box.core.net.Ruleset;
import dev.box.incus.Deadline;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * The shipped ruleset in the form that this kernel takes, and how the kernel lists it.
 *
 * @param text the file
 * @param rules its tables as nft lists them
 * @param form which bridge rule it is
 */
public record FirewallRules(String text, Ruleset rules, Form form) {

    /** How the rules on the bridge are put; the kernel decides. */
    public enum Form {
        /** For boxnet, by the bridge's name. */
        BY_BRIDGE_NAME,
        /**
         * The kernel lacks NFT_BRIDGE_META: frames between ports of any bridge are dropped, since sets of port names would
         * let a port of another name through, and every port of an instance (Incus calls a container's {@code veth…} and a VM's
         * {@code tap…}) is bound to its MAC, which another port of a bridge (an uplink, say) could not live with.
         */
        EVERY_BRIDGE
    }

    private static final String RESOURCE = "firewall.nft";
    private static final String BY_NAME = "meta ibrname \"boxnet\" meta obrname \"boxnet\" counter drop";
    private static final String EVERY = "counter drop";
    private static final String FROM_BOXNET = "meta ibrname \"boxnet\"";
    private static final String FROM_ANY = "iifname { \"veth*\", \"tap*\" }";
    private static final String TO_BOXNET = "meta obrname \"boxnet\"";
    private static final String TO_ANY = "oifname { \"veth*\", \"tap*\" }";

    /** Tries the forms in order, each by loading it into a scratch namespace. */
    static FirewallRules shippedFor(Nft nft, Deadline deadline) {
        String byName = resource(RESOURCE);
        Nft.Scratch first = nft.rehearse(byName, deadline);
        if (first.loads()) {
            return new FirewallRules(byName, first.rules(), Form.BY_BRIDGE_NAME);
        }
        String every = everyBridge(byName);
        Nft.Scratch second = nft.rehearse(every, deadline);
        if (second.loads()) {
            return new FirewallRules(every, second.rules(), Form.EVERY_BRIDGE);
        }
        throw new BoxFailure.Failed(
                "loading box's firewall rules into a scratch network namespace",
                second.complaint(),
                "see whether nft works: sudo nft list tables; it needs root and a kernel with nft's inet and bridge families"
                        + " and fib expressions");
    }

    static String everyBridge(String byName) {
        if (!byName.contains(BY_NAME)) {
            throw new IllegalStateException("the shipped ruleset has lost its bridge rule");
        }
        return byName.replace(BY_NAME, EVERY).replace(FROM_BOXNET, FROM_ANY).replace(TO_BOXNET, TO_ANY);
    }

    static String resource(String name) {
        try (InputStream in = FirewallRules.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("resource missing: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
