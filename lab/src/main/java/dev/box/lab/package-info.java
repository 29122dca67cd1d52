/** The sealed world in which everything runs for real: namespaces, hosts, images, caches. Knows nothing of drills. */
@NullMarked
package dev.box.lab;

import org.jspecify.annotations.NullMarked;
