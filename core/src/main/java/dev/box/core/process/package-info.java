/** The one way to run another program. Uses failure. */
@NullMarked
package dev.box.core.process;

import org.jspecify.annotations.NullMarked;
