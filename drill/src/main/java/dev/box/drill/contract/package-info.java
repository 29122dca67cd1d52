/** The isolation contract as one declared table: clauses, the layers that enforce them, the probes that measure them. Uses nothing. */
@NullMarked
package dev.box.drill.contract;

import org.jspecify.annotations.NullMarked;
