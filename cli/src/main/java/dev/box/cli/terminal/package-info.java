/** The operator's terminal: output that cannot be abused, progress, tables, consent. Uses core.text, core.progress, core.failure. */
@NullMarked
package dev.box.cli.terminal;

import org.jspecify.annotations.NullMarked;
