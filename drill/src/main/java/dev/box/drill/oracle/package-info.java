/**
 * What the host's live rules alone say of each cell: nft tables, port flags, routes, kernel switches and the resolver's
 * options, walked on paper. Probes nothing. Uses plan, contract, report, core.host and core.net.
 */
@NullMarked
package dev.box.drill.oracle;

import org.jspecify.annotations.NullMarked;
