package dev.bascule.cli.predict;

import dev.bascule.prediction.fit.LayerDecision;

/** Decisions about layers for people. Stateless. */
final class LayerText {
    /** Enough of a fingerprint to tell two machines apart. */
    private static final int SHORT = 8;

    private LayerText() {}

    /** With its end of line. */
    static String line(LayerDecision decision) {
        return "  machine %s, %s %s (%s) %s%n"
                .formatted(
                        machine(decision.machine()),
                        decision.level(),
                        decision.method(),
                        decision.layer().words(),
                        decision.why());
    }

    static String machine(String fingerprint) {
        return fingerprint.substring(0, Math.min(SHORT, fingerprint.length()));
    }
}
