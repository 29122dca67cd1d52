/** Every setting that box reads, in one table that also documents them. Uses failure. */
@NullMarked
package dev.box.core.settings;

import org.jspecify.annotations.NullMarked;
