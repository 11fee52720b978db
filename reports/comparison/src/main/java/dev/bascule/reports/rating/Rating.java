package dev.bascule.reports.rating;

/** A score in one word. The thresholds are here and nowhere else. */
public enum Rating {
    /** Right, all nodes placed, and at least half the native CPU's speed; the native CPU itself has 85. */
    HIGH("High", 80),
    /** Right, all nodes placed, and at least a sixteenth of the native CPU's speed. */
    MEDIUM("Medium", 65),
    /** Something is right, but slow, in great part elsewhere, or not everything. */
    LOW("Low", Double.MIN_VALUE),
    /** Nothing that was tried is right. */
    NONE("✗", 0);

    private final String word;
    private final double from;

    Rating(String word, double from) {
        this.word = word;
        this.from = from;
    }

    public String word() {
        return word;
    }

    /** The least score that has it. */
    public double from() {
        return from;
    }

    public static Rating of(double score) {
        return score >= HIGH.from ? HIGH : score >= MEDIUM.from ? MEDIUM : score > 0 ? LOW : NONE;
    }

    /** The thresholds in words. */
    public static String thresholds() {
        return "High from %.0f, Medium from %.0f, Low above 0, ✗ where nothing that was tried is right"
                .formatted(HIGH.from, MEDIUM.from);
    }
}
