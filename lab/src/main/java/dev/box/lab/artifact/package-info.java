/**
 * What takes long to build and is kept between labs: root file systems, packages, guest image. Found by the hash of
 * everything that decides its content. Uses core.image, core.process.
 */
@NullMarked
package dev.box.lab.artifact;

import org.jspecify.annotations.NullMarked;
