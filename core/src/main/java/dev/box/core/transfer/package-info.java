/**
 * What goes in and out of a box as a whole: export into one file, import from one that is checked before anything is made
 * of it, and copies of single files. Uses mint, box, host, net, failure, process, progress, text and the client of the daemon.
 */
@NullMarked
package dev.box.core.transfer;

import org.jspecify.annotations.NullMarked;
