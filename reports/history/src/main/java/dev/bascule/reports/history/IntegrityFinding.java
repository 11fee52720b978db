package dev.bascule.reports.history;

/**
 * Something in a history that cannot be right.
 *
 * @param kind what sort of damage
 * @param where the table, column or run
 * @param detail in words, with figures
 */
public record IntegrityFinding(Kind kind, String where, String detail) {

    /** What a check looks for. */
    public enum Kind {
        /** A row whose run, case run, attempt or other parent is not there. */
        ORPHAN,
        /** Rows that must be there are not, or places are counted twice or left out. */
        COUNT,
        /** An array of samples that is none: empty pairs, NaN, negative times. */
        ARRAY,
        /** An attempt whose error and outcome contradict each other. */
        OUTCOME,
        /** A table or view that is not as this build makes it, or a function that hides the database's own. */
        SCHEMA,
        /** A run that cannot be read back. */
        RUN,
        /** Kernels of a model that cannot be read back. */
        WORK,
        /** Predictions that cannot be read back. */
        PREDICTION,
        /** Trainings that cannot be read back. */
        TRAINING,
        /** Quantisations that cannot be read back. */
        QUANTIZATION,
        /** A job or a try in a coordinator's book that cannot be so, or a result's file that is not there or is another. */
        LEDGER,
        /** A cell of the matrix that does not agree with the run that it is made of. */
        CELL,
        /** A verdict or figure that is kept and is not what samples and outcomes give; it is not used. */
        DERIVED,
        /** A time that cannot be. */
        TIME,
        /** Samples that stand in several cells or runs, as if each had measured them. */
        COPY
    }

    @Override
    public String toString() {
        return kind.name().toLowerCase(java.util.Locale.ROOT) + ": " + where + ": " + detail;
    }
}
