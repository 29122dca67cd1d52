/** The contract's table laid over one real situation: which box asks which address, and how. Uses contract. */
@NullMarked
package dev.box.drill.plan;

import org.jspecify.annotations.NullMarked;
