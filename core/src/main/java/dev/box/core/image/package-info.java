/**
 * Base images: which one a template's name means, fetching it, building it here when no server can be reached, and what
 * is cached. Uses process, settings, failure, progress, text and the client of the daemon.
 */
@NullMarked
package dev.box.core.image;

import org.jspecify.annotations.NullMarked;
