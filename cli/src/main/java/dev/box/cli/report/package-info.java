/** The documented, versioned JSON that verbs print with {@code --json}: records only. Uses what it reports. */
@NullMarked
package dev.box.cli.report;

import org.jspecify.annotations.NullMarked;
