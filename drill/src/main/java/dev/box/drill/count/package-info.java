/** Frame counters in the host's kernel, one per probe, armed before and removed after. Uses plan, contract and core.process. */
@NullMarked
package dev.box.drill.count;

import org.jspecify.annotations.NullMarked;
