/** What earlier runs found: the local run log, and what changed since a given run. Uses report, verdict and core.settings. */
@NullMarked
package dev.box.drill.history;

import org.jspecify.annotations.NullMarked;
