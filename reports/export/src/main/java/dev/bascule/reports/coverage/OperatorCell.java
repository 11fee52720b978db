package dev.bascule.reports.coverage;

import java.util.List;

/**
 * An operator on a target.
 *
 * @param alone cases of that one node
 * @param gaps why cases of that one node are not right
 * @param composed cases of several nodes that it is one of
 */
public record OperatorCell(VerdictCounts alone, List<Gap> gaps, VerdictCounts composed) {
    public static final OperatorCell NEVER_SEEN = new OperatorCell(VerdictCounts.NONE, List.of(), VerdictCounts.NONE);

    public OperatorCell {
        gaps = List.copyOf(gaps);
    }

    public boolean isEmpty() {
        return alone.isEmpty() && composed.isEmpty();
    }

    /** What its cases come to; only for a cell that has any. */
    public OperatorStatus standing() {
        if (isEmpty()) {
            throw new IllegalStateException("nobody ever saw this operator there");
        }
        if (alone.isEmpty()) {
            return composed.right() > 0 ? OperatorStatus.RIGHT_IN_COMPOSITION : OperatorStatus.UNDECIDED;
        }
        if (alone.right() == alone.all()) {
            return OperatorStatus.RIGHT;
        }
        if (alone.right() > 0 || alone.all() > alone.failures() + alone.unsupported()) {
            return OperatorStatus.PARTLY;
        }
        return alone.failures() > 0 ? OperatorStatus.BROKEN : OperatorStatus.UNSUPPORTED;
    }
}
