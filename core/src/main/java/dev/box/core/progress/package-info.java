/** How long work tells what it is doing, without knowing whether anyone looks or how it is drawn. */
@NullMarked
package dev.box.core.progress;

import org.jspecify.annotations.NullMarked;
