package dev.box.drill.contract;

/**
 * One row of the contract's table that is measured by packets.
 *
 * @param id e.g. {@code A3.tcp.sibling}: the clause, the protocol, whom it is aimed at
 * @param served whether it knocks at a port with a listener behind it; a closed port answers too, with a reset
 * @param watch where arrival is counted
 */
public record ProbeSpec(
        String id,
        Clause clause,
        Origin from,
        Target to,
        ProbeKind kind,
        boolean served,
        Expectation expectation,
        Watch watch)
        implements ContractRow {

    /**
     * Whether its right answer takes seconds however little patience there is: a guest's resolver that must not know a name
     * asks for it by DNS, LLMNR and mDNS until each has been silent for its time. Where time counts, the rows that ask by
     * each of these themselves stand for it.
     */
    public boolean isSlowToDeny() {
        return kind == ProbeKind.RESOLVE && expectation == Expectation.UNKNOWN_NAME;
    }

    @Override
    public PhaseId phase() {
        return clause.phase();
    }

    @Override
    public String expected() {
        return expectation.words();
    }

    @Override
    public String how() {
        return kind.words();
    }
}
