/** What a run found, with all its evidence, and how it is written down. Uses contract and verdict. */
@NullMarked
package dev.box.drill.report;

import org.jspecify.annotations.NullMarked;
