package dev.bascule.bridge.server;

import java.time.Duration;

/**
 * What one client may cost.
 *
 * @param textBytes largest text frame, in bytes
 * @param binaryBytes largest binary frame, in bytes: the largest tensor and its header
 * @param connections how many runners may be connected at once
 * @param queuedBytes how much may wait for a runner that does not read; beyond it, its connection is closed
 * @param patience how long it may keep the bridge waiting: for its greeting over a socket in all, and for what it sends or takes by
 *     HTTP besides a second for each 16 KiB
 */
public record BridgeLimits(int textBytes, int binaryBytes, int connections, long queuedBytes, Duration patience) {
    private static final int MEBI = 1024 * 1024;

    /** The same with another patience. */
    public BridgeLimits withPatience(Duration other) {
        return new BridgeLimits(textBytes, binaryBytes, connections, queuedBytes, other);
    }

    public BridgeLimits {
        if (textBytes <= 0 || binaryBytes <= 0 || connections <= 0 || queuedBytes <= 0) {
            throw new IllegalArgumentException("limits must be positive");
        }
    }

    /** 16 MiB of text, 512 MiB of tensor, 64 runners, 2 GiB waiting, 15 s of patience. */
    public static BridgeLimits defaults() {
        return new BridgeLimits(16 * MEBI, 512 * MEBI, 64, 2048L * MEBI, Duration.ofSeconds(15));
    }
}
