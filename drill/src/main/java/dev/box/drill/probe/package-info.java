/** The instruments that send: in a guest, on the host, on the LAN host. Uses plan, contract, verdict and incus. */
@NullMarked
package dev.box.drill.probe;

import org.jspecify.annotations.NullMarked;
