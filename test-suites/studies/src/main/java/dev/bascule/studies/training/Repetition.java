package dev.bascule.studies.training;

/**
 * The same steps once more. Immutable.
 *
 * @param losses how those of both agree
 * @param sameState whether parameters and moments have the same bits afterwards
 */
public record Repetition(Agreement losses, boolean sameState) {
    public boolean isBitwise() {
        return sameState && losses.kind() == Agreement.Kind.BITWISE;
    }
}
