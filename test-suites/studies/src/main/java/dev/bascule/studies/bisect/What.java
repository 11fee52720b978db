package dev.bascule.studies.bisect;

import java.util.Locale;

/** Which failure is looked for. */
public enum What {
    /** An output outside the tolerance. */
    WRONG("outputs are wrong"),
    /** Slower than the good end by more than the threshold. */
    SLOW("slower than the good end"),
    /** Nodes that do not run on the backend asked for. */
    PLACEMENT("nodes run elsewhere"),
    /** It ends without outputs: a crash, an error, a time-out. */
    CRASH("it fails or crashes"),
    /** The backend is there and does not take the model. */
    UNSUPPORTED("the backend does not take it");

    private final String sentence;

    What(String sentence) {
        this.sentence = sentence;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What bad means, for people. */
    public String sentence() {
        return sentence;
    }
}
