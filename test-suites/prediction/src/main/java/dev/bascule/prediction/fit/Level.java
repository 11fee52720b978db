package dev.bascule.prediction.fit;

/** What a prediction rests on besides the graph. */
public enum Level {
    /** The graph alone. */
    L0("the graph alone"),
    /** The graph, and this model's time on native CPU of the same machine. */
    L1("the graph, and native CPU measured here"),
    /** As {@link #L1}, and this model's times on other targets. */
    L2("the graph, native CPU and other targets measured here");

    private final String words;

    Level(String words) {
        this.words = words;
    }

    /** For people. */
    public String words() {
        return words;
    }
}
