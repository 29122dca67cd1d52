/** Bytes against fakes. */
@NullMarked
package dev.box.incus.wire;

import org.jspecify.annotations.NullMarked;
