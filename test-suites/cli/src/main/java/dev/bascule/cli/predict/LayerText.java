package dev.bascule.cli.predict;

import dev.bascule.prediction.fit.LayerDecision;

/** Decisions about layers for people. Stateless. */
final class LayerText {
    /** Enough of a fingerprint to tell two machines apart. */
    private static final int SHORT = 8;

    private LayerText() {}

    /** On a line of its own. */
    static String line(LayerDecision decision) {
        return "  %s%n".formatted(words(decision));
    }

    /** With its figure: the same method may pay for the one and not for the other. */
    static String words(LayerDecision decision) {
        return "machine %s, %s, %s %s (%s) %s"
                .formatted(
                        machine(decision.machine()),
                        decision.figure().word(),
                        decision.level(),
                        decision.method(),
                        decision.layer().words(),
                        decision.why());
    }

    static String machine(String fingerprint) {
        return fingerprint.substring(0, Math.min(SHORT, fingerprint.length()));
    }
}
