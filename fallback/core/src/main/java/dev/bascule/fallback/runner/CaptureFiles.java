package dev.bascule.fallback.runner;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a browser is to take for its microphone and its camera.
 *
 * @param sound a WAV file
 * @param picture a YUV4MPEG2 file
 */
public record CaptureFiles(Optional<Path> sound, Optional<Path> picture) {}
