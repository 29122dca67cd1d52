package dev.box.core.image;

import java.nio.file.Path;

/**
 * A split image as the daemon imports it.
 *
 * @param metadata the metadata tarball
 * @param rootfs the squashfs of the root file system, or the disk of a VM
 * @param contentHash SHA-256 in hex over metadata then rootfs: what the daemon will call its fingerprint
 */
public record BuiltImage(Path metadata, Path rootfs, String contentHash) {}
