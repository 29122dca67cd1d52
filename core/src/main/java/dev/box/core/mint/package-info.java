/**
 * From a template to a box that is ready, step by step, each narrated and with its own deadline. Uses box, template,
 * image, settings, failure, progress, text and the client of the daemon.
 */
@NullMarked
package dev.box.core.mint;

import org.jspecify.annotations.NullMarked;
