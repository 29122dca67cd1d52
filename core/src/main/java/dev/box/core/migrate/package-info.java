/**
 * Bringing boxes of the predecessor over to this host's stack, and retiring what they stood on. Uses removal, mint, box,
 * host, net, failure, progress, wait and text.
 */
@NullMarked
package dev.box.core.migrate;

import org.jspecify.annotations.NullMarked;
