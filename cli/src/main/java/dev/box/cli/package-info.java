/** The program: its table of verbs, dispatch, and how a failure ends it. Uses every package of the command surface. */
@NullMarked
package dev.box.cli;

import org.jspecify.annotations.NullMarked;
