/**
 * Base images: which one an alias means, and building one from a Debian mirror when no image server can be reached.
 * Uses incus, settings, process, progress, failure.
 */
@NullMarked
package dev.box.core.image;

import org.jspecify.annotations.NullMarked;
