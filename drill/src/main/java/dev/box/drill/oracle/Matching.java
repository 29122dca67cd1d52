package dev.box.drill.oracle;

import dev.box.core.net.Cidr;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether one nft match holds for a packet. What this oracle cannot read is neither yes nor no. */
final class Matching {

    /** Three-valued. */
    enum Answer {
        YES,
        NO,
        MAYBE;

        Answer and(Answer other) {
            if (this == NO || other == NO) {
                return NO;
            }
            return this == YES ? other : MAYBE;
        }

        Answer not() {
            return this == YES ? NO : this == NO ? YES : MAYBE;
        }

        static Answer of(boolean value) {
            return value ? YES : NO;
        }
    }

    private Matching() {}

    static Answer of(Map<String, Object> match, Packet packet) {
        Map<String, Object> left = Json.object(match.get("left"));
        String header = header(left);
        if (!header.isEmpty() && packet.lacks(header)) {
            // nft asks for the header first: a rule about TCP ports, negated or not, says nothing about UDP
            return Answer.NO;
        }
        Optional<String> value = packet.field(key(left));
        Object right = match.get("right");
        if (value.isEmpty() || right == null) {
            return Answer.MAYBE;
        }
        return switch (Json.text(match, "op")) {
            case "==", "in", "" -> equal(value.get(), right);
            case "!=" -> equal(value.get(), right).not();
            default -> Answer.MAYBE;
        };
    }

    private static String header(Map<String, Object> left) {
        return left.get("payload") instanceof Map<?, ?> payload ? Json.text(Json.object(payload), "protocol") : "";
    }

    private static String key(Map<String, Object> left) {
        if (left.get("payload") instanceof Map<?, ?> payload) {
            return Json.text(Json.object(payload), "protocol") + " " + Json.text(Json.object(payload), "field");
        }
        if (left.get("meta") instanceof Map<?, ?> meta) {
            return "meta " + Json.text(Json.object(meta), "key");
        }
        if (left.get("ct") instanceof Map<?, ?> ct) {
            return "ct " + Json.text(Json.object(ct), "key");
        }
        if (left.get("fib") instanceof Map<?, ?> fib) {
            return "fib " + Json.text(Json.object(fib), "result") + " "
                    + Json.object(fib).get("flags");
        }
        return "?";
    }

    private static Answer equal(String value, Object right) {
        if (right instanceof List<?> list) {
            return any(value, list);
        }
        if (right instanceof Map<?, ?> map) {
            Map<String, Object> object = Json.object(map);
            if (object.get("set") instanceof List<?> set) {
                return any(value, set);
            }
            if (object.get("prefix") instanceof Map<?, ?> prefix) {
                return inPrefix(value, Json.object(prefix));
            }
            if (object.get("range") instanceof List<?> range && range.size() == 2) {
                return inRange(value, range);
            }
            return Answer.MAYBE;
        }
        String wanted = Json.scalar(right);
        if (wanted.startsWith("@")) {
            return Answer.MAYBE;
        }
        if (wanted.endsWith("*")) {
            return Answer.of(value.startsWith(wanted.substring(0, wanted.length() - 1)));
        }
        return Answer.of(value.equalsIgnoreCase(wanted));
    }

    private static Answer any(String value, List<?> wanted) {
        Answer answer = Answer.NO;
        for (Object one : wanted) {
            answer = one == null
                    ? Answer.MAYBE
                    : answer.not().and(equal(value, one).not()).not();
        }
        return answer;
    }

    private static Answer inPrefix(String value, Map<String, Object> prefix) {
        Optional<Cidr> space = Cidr.parse(Json.text(prefix, "addr") + "/" + Json.text(prefix, "len"));
        Optional<Cidr> address = Cidr.parse(value);
        return space.isEmpty() || address.isEmpty()
                ? Answer.MAYBE
                : Answer.of(space.get().contains(address.get()));
    }

    private static Answer inRange(String value, List<?> range) {
        try {
            long number = Long.parseLong(value);
            return Answer.of(number >= Long.parseLong(Json.scalar(String.valueOf(range.get(0))))
                    && number <= Long.parseLong(Json.scalar(String.valueOf(range.get(1)))));
        } catch (NumberFormatException e) {
            return Answer.MAYBE;
        }
    }
}
