/** The command surface: parse, call, render; nothing else. */
@NullMarked
package dev.box.cli;

import org.jspecify.annotations.NullMarked;
