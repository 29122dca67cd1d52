/** What the two ends of a probe saw, and what may be concluded from it. Uses contract. */
@NullMarked
package dev.box.drill.verdict;

import org.jspecify.annotations.NullMarked;
