/** One short class per verb: take the arguments, call the module that does it, show what came back. Holds no logic. */
@NullMarked
package dev.box.cli.verb;

import org.jspecify.annotations.NullMarked;
