/** What a run found, with all its evidence, and how it is written down. Uses contract, verdict and core.text. */
@NullMarked
package dev.box.drill.report;

import org.jspecify.annotations.NullMarked;
