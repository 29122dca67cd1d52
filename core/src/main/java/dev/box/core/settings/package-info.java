/** Every setting that box reads, in one table that also documents them, and the files it reads. Uses failure and text. */
@NullMarked
package dev.box.core.settings;

import org.jspecify.annotations.NullMarked;
