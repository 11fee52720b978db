package dev.bascule.prediction.predict;

/** What the data know of the kind of case that is asked about: each kind has errors of its own. */
public enum Regime {
    /** Other models of its architecture were measured on the target. */
    KNOWN_ARCHITECTURE("known architecture"),
    /** None of its architecture was. */
    NEW_ARCHITECTURE("new architecture"),
    /** Of the target only a few probes are known. */
    NEW_TARGET("new target");

    private final String words;

    Regime(String words) {
        this.words = words;
    }

    /** For people. */
    public String words() {
        return words;
    }
}
