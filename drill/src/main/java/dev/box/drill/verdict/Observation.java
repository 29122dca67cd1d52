package dev.box.drill.verdict;

/**
 * All that was seen of one probe.
 *
 * @param sent frames of it counted as they left their origin; negative if not counted
 * @param arrived frames of it counted at the receiving end; negative if not counted
 * @param watched whether the contract names a place where arrival is to be counted
 * @param routeless whether having no route at all is what the contract claims here, so that nothing need leave
 */
public record Observation(Sender sender, long sent, long arrived, boolean watched, boolean routeless) {

    public Receiver receiver() {
        return Receiver.of(arrived);
    }
}
