package dev.box.drill.oracle;

import dev.box.core.failure.BoxFailure;
import dev.box.incus.JsonBinding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The live ruleset as {@code nft -j list ruleset} prints it: base chains by hook, and the chains that they jump to. */
final class Netfilter {

    /** The drill's own counters accept everything. */
    private static final String OWN_TABLE = "boxdrill";

    private final List<Chain> chains;

    private Netfilter(List<Chain> chains) {
        this.chains = chains;
    }

    /**
     * One chain.
     *
     * @param type {@code filter}, {@code nat}, {@code route}; empty if it is not a base chain
     * @param rules each a list of nft's expressions
     */
    record Chain(
            String family,
            String table,
            String name,
            String type,
            String hook,
            int priority,
            String policy,
            List<List<Map<String, Object>>> rules) {

        String words() {
            return family + " " + table + " " + name;
        }
    }

    static Netfilter parse(String json) {
        Map<String, Chain> chains = new java.util.LinkedHashMap<>();
        for (Map<String, Object> item : items(json)) {
            if (item.get("chain") instanceof Map<?, ?> raw) {
                Chain chain = chain(Json.object(raw));
                if (!chain.table().equals(OWN_TABLE)) {
                    chains.put(chain.words(), chain);
                }
            }
        }
        for (Map<String, Object> item : items(json)) {
            if (item.get("rule") instanceof Map<?, ?> raw) {
                Map<String, Object> rule = Json.object(raw);
                Chain chain = chains.get(
                        Json.text(rule, "family") + " " + Json.text(rule, "table") + " " + Json.text(rule, "chain"));
                if (chain != null) {
                    chain.rules().add(Json.objects(rule.get("expr")));
                }
            }
        }
        return new Netfilter(List.copyOf(chains.values()));
    }

    private static List<Map<String, Object>> items(String json) {
        try {
            return Json.objects(Json.object(JsonBinding.TREE.fromJson(json)).get("nftables"));
        } catch (RuntimeException e) {
            throw new BoxFailure.Unjudged(
                    "reading the live rules for the oracle",
                    "nft's JSON: " + e.getMessage(),
                    "sudo nft -j list ruleset");
        }
    }

    private static Chain chain(Map<String, Object> raw) {
        return new Chain(
                Json.text(raw, "family"),
                Json.text(raw, "table"),
                Json.text(raw, "name"),
                Json.text(raw, "type"),
                Json.text(raw, "hook"),
                raw.get("prio") instanceof Number number ? number.intValue() : 0,
                Json.text(raw, "policy"),
                new ArrayList<>());
    }

    /** Base chains at a hook in the kernel's order; {@code layer} is {@code bridge}, {@code ip}, {@code ip6} or {@code arp}. */
    List<Chain> at(String hook, String layer) {
        List<Chain> found = new ArrayList<>();
        for (Chain chain : chains) {
            boolean sees = chain.family().equals(layer)
                    || chain.family().equals("inet") && (layer.equals("ip") || layer.equals("ip6"));
            if (sees && chain.hook().equals(hook)) {
                found.add(chain);
            }
        }
        found.sort(Comparator.comparingInt(Chain::priority));
        return found;
    }

    /** The chains of one table by name, for jumps. */
    Map<String, Chain> table(Chain of) {
        Map<String, Chain> found = new HashMap<>();
        for (Chain chain : chains) {
            if (chain.family().equals(of.family()) && chain.table().equals(of.table())) {
                found.put(chain.name(), chain);
            }
        }
        return found;
    }
}
