/**
 * Boxes that exist: their names, the tag that is the boundary, the stamp, and what can be done to them. Uses the client
 * of the daemon, host (names only), net, template, settings, failure, progress, wait and text; knows nothing of how a box is minted.
 */
@NullMarked
package dev.box.core.box;

import org.jspecify.annotations.NullMarked;
