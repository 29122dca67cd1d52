/** The one family of failures that box reports: what was tried, what answered, what to do next. Uses nothing. */
@NullMarked
package dev.box.core.failure;

import org.jspecify.annotations.NullMarked;
