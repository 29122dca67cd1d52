/**
 * Taking everything of box off a host, and showing that it is gone. Uses host, box, net, failure, progress, settings and
 * text; touches nothing that box did not make.
 */
@NullMarked
package dev.box.core.removal;

import org.jspecify.annotations.NullMarked;
