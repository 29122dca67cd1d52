package dev.box.drill.contract;

/**
 * A row that is tried step by step, where a probe row is many packets at once.
 *
 * @param how what is done
 * @param control what shows that it could have failed; part of the trial itself
 */
public record TrialSpec(String id, Clause clause, PhaseId phase, String how, String expected, String control)
        implements ContractRow {}
