package dev.bascule.reports.comparison;

/** What is shown of the candidate's speed. No difference shown is not the same as shown to be none. */
public enum SpeedFinding {
    FASTER("faster"),
    SLOWER("slower"),
    /** Shown to differ by less than the margin, or not at all. */
    EQUIVALENT("equivalent"),
    /** Neither a difference nor that there is none: more runs may show either. */
    NO_DIFFERENCE_SHOWN("no difference shown"),
    /** A side was measured while other programs worked: what they did to it cannot be told from a change. */
    NOISY("noisy: not judged"),
    TOO_FEW_SAMPLES("too few samples"),
    /** There is nothing to compare: the reason is told. */
    NOT_COMPARED("not compared"),
    /** The sides were fed with something else, so that not even their verdicts are compared: the reason is told. */
    OTHER_INPUTS("not compared"),
    /** The sides were timed by another plan, so that only their verdicts are compared: the reason is told. */
    OTHER_PLAN("not compared");

    private final String words;

    SpeedFinding(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    /** Whether there was nothing to compare. */
    public boolean isNotCompared() {
        return this == NOT_COMPARED || isOfOtherConditions();
    }

    /** Whether there was something that is none of the like. */
    public boolean isOfOtherConditions() {
        return this == OTHER_INPUTS || this == OTHER_PLAN;
    }

    /** What an estimate shows, its p-value corrected for what else was compared. */
    public static SpeedFinding of(Estimate estimate, double adjustedP, ComparisonOptions options) {
        if (adjustedP < options.level()) {
            return estimate.logRatio() < 0 ? FASTER : SLOWER;
        }
        return estimate.nonEquivalenceP(options.margin()) < ComparisonOptions.USUAL_LEVEL
                ? EQUIVALENT
                : NO_DIFFERENCE_SHOWN;
    }
}
