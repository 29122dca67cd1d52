package dev.box.drill.contract;

/** One row of the contract's table: something that is measured, and what must come of it. */
public sealed interface ContractRow permits ProbeSpec, TrialSpec {

    /** E.g. {@code A3.tcp.sibling} or {@code S1.rm}; never changes. */
    String id();

    Clause clause();

    /** The part of a drill that measures it. */
    PhaseId phase();

    /** What must come of it, in words. */
    String expected();

    /** How it is measured, in words. */
    String how();

    /** Whether a user's {@code --cell} names this row, or clause, or a cell of it. */
    default boolean isNamedBy(String wanted) {
        String row = wanted.contains("/") ? wanted.substring(0, wanted.indexOf('/')) : wanted;
        return id().equals(row) || id().startsWith(row + ".");
    }
}
