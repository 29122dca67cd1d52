/**
 * The drill drills itself: what is broken on purpose, how it is put back, and what the probes must make of it. Uses phase
 * and what is below it, and core's host stack.
 */
@NullMarked
package dev.box.drill.mutation;

import org.jspecify.annotations.NullMarked;
