/**
 * The host stack as layers, each of which can observe, diff, apply, verify and remove; setup, dry-run, doctor, teardown and
 * the drill's mutations all use these. Uses net, process, progress, settings, text, failure and the Incus client.
 */
@NullMarked
package dev.box.core.host;

import org.jspecify.annotations.NullMarked;
