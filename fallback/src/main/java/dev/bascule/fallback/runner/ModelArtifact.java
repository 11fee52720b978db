package dev.bascule.fallback.runner;

import java.nio.file.Path;

/**
 * A model file as a runner gets it.
 *
 * @param sha256 of its content, in lower-case hex
 * @param bytes its size
 * @param file where the host has it
 */
public record ModelArtifact(String sha256, long bytes, Path file) {}
