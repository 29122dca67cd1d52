/**
 * The sealed world in which everything runs for real: {@link dev.box.lab.Lab} brings it up, tells what stands, and takes
 * it down again without residue. Uses lab.artifact, lab.machine, lab.world and core; knows nothing of drills.
 */
@NullMarked
package dev.box.lab;

import org.jspecify.annotations.NullMarked;
