package dev.bascule.reports.coverage;

/** What the cases of an operator on a target come to. */
public enum OperatorStatus {
    /** Every case is right, wholly on the target. */
    RIGHT,
    /** Some cases are right, be it with nodes that ran elsewhere, but not all wholly on the target. */
    PARTLY,
    /** No case is right, and none failed: the target does not take the operator. */
    UNSUPPORTED,
    /** No case is right, and at least one failed: wrong values, a crash, a hang. */
    BROKEN,
    /** Seen only among other operators, where a right case speaks for all of them. */
    RIGHT_IN_COMPOSITION,
    /** Seen only among other operators, in no right case, which blames none of them. */
    UNDECIDED
}
