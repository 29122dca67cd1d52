/** What a verb is, as data, and what follows from it: parsing, help, the nearest name. Uses terminal, core.failure and core.settings. */
@NullMarked
package dev.box.cli.command;

import org.jspecify.annotations.NullMarked;
