package dev.box.drill.oracle;

import dev.box.drill.oracle.Matching.Answer;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Walks a packet through the base chains of one hook. A drop is final; an accept ends one base chain only. */
final class Walk {

    private static final Set<String> SILENT =
            Set.of("counter", "log", "limit", "quota", "mangle", "comment", "notrack", "xt", "set", "nftrace", "last");
    private static final int DEEPEST = 16;

    private final Netfilter rules;

    Walk(Netfilter rules) {
        this.rules = rules;
    }

    /** How far it came through one chain. */
    private enum End {
        ACCEPTED,
        DROPPED,
        /** Nothing in it decided. */
        THROUGH,
        /** An expression that this oracle cannot read decided. */
        UNSURE
    }

    private record Step(End end, String why) {}

    /** {@code layer} is {@code bridge}, {@code ip} or {@code ip6}. */
    Prediction hook(String hook, String layer, Packet packet) {
        Prediction sum = Prediction.passes("no live rule stops it at " + layer + " " + hook);
        for (Netfilter.Chain chain : rules.at(hook, layer)) {
            if (chain.type().equals("nat")) {
                continue;
            }
            Step step = chain(chain, rules.table(chain), packet, 0);
            if (step.end() == End.DROPPED
                    || step.end() == End.THROUGH && chain.policy().equals("drop")) {
                return Prediction.stopped(
                        step.end() == End.DROPPED ? step.why() : "policy drop of chain " + chain.words());
            }
            if (step.end() == End.UNSURE) {
                // another chain may still stop it for certain
                sum = Prediction.unknown(step.why());
            }
        }
        return sum;
    }

    /** Whether a nat chain at this hook rewrites its source. */
    Prediction masqueraded(Packet packet) {
        for (Netfilter.Chain chain : rules.at("postrouting", "ip")) {
            for (List<Map<String, Object>> rule : chain.rules()) {
                boolean rewrites =
                        rule.stream().anyMatch(part -> part.containsKey("masquerade") || part.containsKey("snat"));
                if (chain.type().equals("nat") && rewrites && matches(rule, packet) == Answer.YES) {
                    return Prediction.passes("its source is rewritten by: " + words(chain, rule));
                }
            }
        }
        return Prediction.stopped("no live rule rewrites its source, so no answer finds back");
    }

    private Step chain(Netfilter.Chain chain, Map<String, Netfilter.Chain> table, Packet packet, int depth) {
        Set<End> doubts = new HashSet<>();
        String doubt = "";
        for (List<Map<String, Object>> rule : chain.rules()) {
            Answer answer = matches(rule, packet);
            if (answer == Answer.NO) {
                continue;
            }
            Step step = verdict(chain, rule, table, packet, depth);
            if (step.end() == End.THROUGH) {
                continue;
            }
            if (answer == Answer.YES && step.end() != End.UNSURE) {
                boolean contradicted = doubts.contains(End.UNSURE)
                        || doubts.contains(step.end() == End.DROPPED ? End.ACCEPTED : End.DROPPED);
                return contradicted ? new Step(End.UNSURE, doubt) : step;
            }
            doubts.add(step.end());
            doubt = "cannot tell whether this applies: " + words(chain, rule);
        }
        return doubts.isEmpty() ? new Step(End.THROUGH, "") : new Step(End.UNSURE, doubt);
    }

    private static Answer matches(List<Map<String, Object>> rule, Packet packet) {
        Answer answer = Answer.YES;
        for (Map<String, Object> part : rule) {
            if (part.get("match") instanceof Map<?, ?> match) {
                answer = answer.and(Matching.of(Json.object(match), packet));
            } else if (part.containsKey("limit") || part.containsKey("xt")) {
                answer = answer.and(Answer.MAYBE);
            }
        }
        return answer;
    }

    private Step verdict(
            Netfilter.Chain chain,
            List<Map<String, Object>> rule,
            Map<String, Netfilter.Chain> table,
            Packet packet,
            int depth) {
        for (Map<String, Object> part : rule) {
            String word = part.keySet().stream().findFirst().orElse("");
            switch (word) {
                case "accept" -> {
                    return new Step(End.ACCEPTED, words(chain, rule));
                }
                case "drop", "reject" -> {
                    return new Step(End.DROPPED, words(chain, rule));
                }
                case "jump", "goto" -> {
                    return jump(Json.text(Json.object(part.get(word)), "target"), table, packet, depth);
                }
                case "match", "return" -> {
                    // a return leaves this chain, which the walk does not model: none of the rules here uses it
                    if (word.equals("return")) {
                        return new Step(End.UNSURE, words(chain, rule));
                    }
                }
                default -> {
                    if (!SILENT.contains(word)) {
                        return new Step(End.UNSURE, words(chain, rule));
                    }
                }
            }
        }
        return new Step(End.THROUGH, "");
    }

    private Step jump(String target, Map<String, Netfilter.Chain> table, Packet packet, int depth) {
        Netfilter.Chain next = table.get(target);
        if (next == null || depth >= DEEPEST) {
            return new Step(End.UNSURE, "a jump to " + target + ", which cannot be followed");
        }
        return chain(next, table, packet, depth + 1);
    }

    /** Close enough to nft's own words to find the rule. */
    private static String words(Netfilter.Chain chain, List<Map<String, Object>> rule) {
        StringBuilder words = new StringBuilder(chain.words()).append(":");
        for (Map<String, Object> part : rule) {
            if (part.get("match") instanceof Map<?, ?> match) {
                words.append(' ').append(RuleWords.match(Json.object(match)));
            } else if (!part.containsKey("counter")) {
                words.append(' ').append(String.join(" ", part.keySet()));
            }
        }
        return words.toString();
    }
}
