/**
 * {@code box doctor}: reads the host once, judges the reading by a table of checks, repairs through the layers what is
 * safe to repair, and reads again. Judging is pure: a recorded reading is judged like a live one. Uses box, host, net and
 * what is below them.
 */
@NullMarked
package dev.box.core.doctor;

import org.jspecify.annotations.NullMarked;
