package dev.box.drill.oracle;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One nft match in about the words that nft itself uses, so that a reader finds the rule. */
final class RuleWords {

    private RuleWords() {}

    static String match(Map<String, Object> match) {
        String op = Json.text(match, "op");
        return left(Json.object(match.get("left")))
                + (op.equals("==") || op.equals("in") ? " " : " " + op + " ")
                + right(match.get("right"));
    }

    private static String left(Map<String, Object> left) {
        for (Map.Entry<String, Object> entry : left.entrySet()) {
            Map<String, Object> inner = Json.object(entry.getValue());
            return switch (entry.getKey()) {
                case "payload" -> Json.text(inner, "protocol") + " " + Json.text(inner, "field");
                case "meta" -> Json.text(inner, "key");
                default ->
                    entry.getKey() + " "
                            + inner.values().stream().map(RuleWords::right).collect(Collectors.joining(" "));
            };
        }
        return "?";
    }

    private static String right(@Nullable Object right) {
        if (right instanceof List<?> list) {
            return list.stream().map(RuleWords::right).collect(Collectors.joining(","));
        }
        if (right instanceof Map<?, ?> map) {
            Map<String, Object> object = Json.object(map);
            if (object.get("prefix") instanceof Map<?, ?> prefix) {
                return Json.text(Json.object(prefix), "addr") + "/" + Json.text(Json.object(prefix), "len");
            }
            return object.values().stream().map(RuleWords::right).collect(Collectors.joining(","));
        }
        return right == null ? "" : Json.scalar(right);
    }
}
