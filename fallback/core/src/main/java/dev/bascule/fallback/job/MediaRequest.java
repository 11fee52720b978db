package dev.bascule.fallback.job;

import java.time.Duration;

/**
 * A file to be taken one way through a browser's media stack, within an open session whose model is not run.
 *
 * @param way which
 * @param file a WAV file, or a PNG file of even sides
 * @param sampleRate of the samples that are to come back, in Hz; of no meaning for a picture
 * @param repeats how often it is timed where that is cheap
 * @param atMost when it is given up
 */
public record MediaRequest(MediaWay way, ModelArtifact file, int sampleRate, int repeats, Duration atMost) {
    public MediaRequest {
        if (sampleRate < 1 || repeats < 1 || atMost.isNegative()) {
            throw new IllegalArgumentException("a way has a rate, a repeat and a limit");
        }
    }
}
