package dev.bascule.prediction.recommend;

/** What a candidate comes to. */
public enum Fit {
    /** Right and proven there, and every limited figure was measured within its limit. */
    MEASURED,
    /** At least one figure is predicted, and what it is hardly beyond is within the limit. */
    PREDICTED,
    /** An interval straddles a limit, or it was right but in part elsewhere, or without proof. */
    MAY_FIT,
    /** A figure is not known. */
    UNKNOWN,
    /** A figure is beyond its limit, measured or expected with its whole interval. */
    TOO_MUCH,
    /** Wrong, unsupported, crashed and the like. */
    DOES_NOT_RUN
}
