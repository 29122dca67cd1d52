package dev.box.core.net;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A listing of {@code nft -st list ruleset}: no handles, no counter values and no elements of sets, so that two listings of
 * the same rules are the same text.
 *
 * @param tables by {@code family name}, e.g. {@code inet box}, in listing order
 */
public record Ruleset(Map<String, Table> tables) {

    public static final Ruleset EMPTY = new Ruleset(Map.of());

    /**
     * One table.
     *
     * @param chains rules by chain name, the chain's own {@code type … hook …} line first
     * @param others lines outside chains: sets, maps, flags, comments
     */
    public record Table(Map<String, List<String>> chains, List<String> others) {

        /** Every line as {@code chain: rule}, in order, for comparing and for showing. */
        public List<String> lines() {
            List<String> lines = new ArrayList<>(others);
            for (Map.Entry<String, List<String>> chain : chains.entrySet()) {
                lines.add("chain " + chain.getKey());
                for (String rule : chain.getValue()) {
                    lines.add(chain.getKey() + ": " + rule);
                }
            }
            return lines;
        }

        /** The rules of a chain; empty if there is none of that name. */
        public List<String> chain(String name) {
            return chains.getOrDefault(name, List.of());
        }
    }

    public Optional<Table> table(String family, String name) {
        return Optional.ofNullable(tables.get(family + " " + name));
    }

    /** Reads such a listing. */
    public static Ruleset parse(String listing) {
        Map<String, Table> tables = new LinkedHashMap<>();
        Table table = new Table(new LinkedHashMap<>(), new ArrayList<>());
        List<String> chain = null;
        int depth = 0;
        for (String raw : listing.split("\n")) {
            String line = withoutOwner(raw.strip());
            if (line.isEmpty()) {
                continue;
            }
            boolean opens = line.endsWith("{");
            if (depth == 0 && opens && line.startsWith("table ")) {
                table = new Table(new LinkedHashMap<>(), new ArrayList<>());
                tables.put(line.substring(6, line.length() - 1).strip(), table);
            } else if (depth == 1 && opens && line.startsWith("chain ")) {
                chain = new ArrayList<>();
                table.chains().put(line.substring(6, line.length() - 1).strip(), chain);
            } else if (depth == 2 && line.equals("}")) {
                chain = null;
            } else if (depth >= 1 && !(depth == 1 && line.equals("}"))) {
                (chain == null ? table.others() : chain).add(line);
            }
            depth += opens ? 1 : line.equals("}") ? -1 : 0;
        }
        return new Ruleset(tables);
    }

    /** A table that belongs to a process is listed as {@code table inet firewalld { # progname firewalld}. */
    private static String withoutOwner(String line) {
        int owner = line.startsWith("table ") ? line.indexOf("{ # progname ") : -1;
        return owner < 0 ? line : line.substring(0, owner + 1);
    }
}
