/** Waiting for a condition instead of sleeping. Uses failure. */
@NullMarked
package dev.box.core.wait;

import org.jspecify.annotations.NullMarked;
