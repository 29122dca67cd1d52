/**
 * What the lab uses of the machine underneath: processes, cgroups, network namespaces, loop devices. Each can be made,
 * found again by the lab's name, and removed. Uses core.process, core.failure.
 */
@NullMarked
package dev.box.lab.machine;

import org.jspecify.annotations.NullMarked;
