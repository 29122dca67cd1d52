/** The JSON of what the drill writes down and reads again. */
@NullMarked
package dev.box.drill.json;

import org.jspecify.annotations.NullMarked;
