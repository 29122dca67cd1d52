package dev.box.drill.probe;

import io.avaje.jsonb.Json;
import java.util.List;

/** What the prober in a guest answers. */
@Json
record ProberReply(String schema, GuestFacts facts, List<String> notes, List<ProbeAnswer> answers) {

    static final String SCHEMA = "box.prober/1";

    /** One probe's answer; see {@link Answer}. */
    @Json
    record ProbeAnswer(String id, String event, String errno, String text, long elapsedMillis) {
        Answer answer() {
            return new Answer(event, errno, text, elapsedMillis);
        }
    }
}
