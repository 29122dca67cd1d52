/** The contract as one table, and the instrument that measures it. Knows nothing of terminals. */
@NullMarked
package dev.box.drill;

import org.jspecify.annotations.NullMarked;
