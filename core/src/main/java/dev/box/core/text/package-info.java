/** Text that comes from a guest or a daemon field, made harmless for a terminal. Uses nothing. */
@NullMarked
package dev.box.core.text;

import org.jspecify.annotations.NullMarked;
