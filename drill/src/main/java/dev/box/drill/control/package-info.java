/** Measurements which show that a probe could have failed, and checks of single layers. Uses plan, count and probe. */
@NullMarked
package dev.box.drill.control;

import org.jspecify.annotations.NullMarked;
