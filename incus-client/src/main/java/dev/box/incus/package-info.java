/** The Incus daemon's REST API as typed Java: transport, operations, events, exec, files. Knows nothing of boxes. */
@NullMarked
package dev.box.incus;

import org.jspecify.annotations.NullMarked;
