package dev.bascule.prediction.validate;

/** What a fit never saw of the models that it is held against. */
public enum Scheme {
    /** The model itself; others of its architecture it did see. */
    KNOWN_ARCHITECTURE("one model left out"),
    /** No model of the architecture. */
    NEW_ARCHITECTURE("one architecture left out"),
    /** The target, but for ten probes. */
    NEW_TARGET("one target left out but for its probes"),
    /** Neither the target, but for ten probes, nor any model of the architecture. */
    NEW_BOTH("one target but for its probes and one architecture left out"),
    /** The target; one with another version of its engine was seen. */
    NEW_ENGINE_VERSION("one engine version left out");

    private final String words;

    Scheme(String words) {
        this.words = words;
    }

    /** For people. */
    public String words() {
        return words;
    }
}
