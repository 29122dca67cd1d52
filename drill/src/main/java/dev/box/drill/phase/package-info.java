/** The drill's phases, each from its first control to its last. Uses all the packages beside it. */
@NullMarked
package dev.box.drill.phase;

import org.jspecify.annotations.NullMarked;
