package dev.box.lab.artifact;

import java.nio.file.Path;

/**
 * Package mirrors with all that the shipped templates install, and nothing else.
 *
 * @param debian a Debian archive
 * @param npm an npm registry's answers
 */
public record Mirrors(Path debian, Path npm) {}
