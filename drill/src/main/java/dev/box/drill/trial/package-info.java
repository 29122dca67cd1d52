/**
 * The phases that try things step by step, one class each, and what they work with. A further phase is a letter in
 * {@code PhaseId}, its rows in {@code Trials}, and a {@link dev.box.drill.trial.TrialPhase}. Uses mutation, phase and what is
 * below them, and core.
 */
@NullMarked
package dev.box.drill.trial;

import org.jspecify.annotations.NullMarked;
